/** One column that fits the narrowest phone, in the fonts and the colours, light or dark, of the reader's own device. */
export const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8889; --good: #1a7f37; --now: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --good: #4ac26b; --now: #8ab4f8; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 34rem; margin: 0 auto; padding: 1rem; }
header { display: flex; align-items: center; gap: .75rem; padding-bottom: .75rem; border-bottom: 1px solid var(--line); }
header img { max-height: 2.5rem; max-width: 8rem; }
header p { margin: 0; font-weight: 600; }
h1 { margin: 1.25rem 0 .25rem; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
p { margin: .25rem 0; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { opacity: .7; }
dd { margin: 0; }
.steps { display: flex; list-style: none; margin: 1.5rem 0 0; padding: 0; }
.steps li { flex: 1; padding-top: .5rem; border-top: .25rem solid var(--line); font-size: .85rem; opacity: .6; }
.steps .reached { border-color: var(--good); opacity: 1; }
.steps [aria-current] { font-weight: 600; }
.events { list-style: none; margin: 0; padding: 0; }
.events li { padding: .6rem 0 .6rem .9rem; border-left: 2px solid var(--line); }
.events li:first-child { border-color: var(--now); }
.events time, .events .place { display: block; font-size: .85rem; opacity: .7; }
footer { margin-top: 2rem; font-size: .8rem; opacity: .6; }
`;
