/** A Debian mirror as this machine's package manager is told of it. */
export interface AptMirror {
  readonly uri: string;
  /** What stands in brackets in a sources.list line: `signed-by=…`, `trusted=yes`. */
  readonly options: readonly string[];
}

/**
 * The mirrors that serve this machine's own suite with its component `main`, read from apt's sources in either of
 * their two formats. Security and update suites and other vendors' archives are left out.
 *
 * @param content all source files one after the other: `.list` lines and `.sources` stanzas.
 * @param suite the machine's suite, such as `bookworm`.
 */
export function aptMirrors(content: string, suite: string): AptMirror[] {
  const mirrors = content
    .split(/\n\s*\n/)
    .flatMap((block) => [...block.split('\n').flatMap((line) => fromLine(line, suite)), ...fromStanza(block, suite)]);
  return [...new Map(mirrors.map((mirror) => [mirror.uri, mirror])).values()];
}

/** `deb [signed-by=/path] http://mirror.example/debian bookworm main contrib` */
function fromLine(line: string, suite: string): AptMirror[] {
  const [, options = '', uri, lineSuite, components] =
    /^deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s+(.+)$/.exec(line.trim()) ?? [];
  if (uri === undefined || lineSuite !== suite || !components?.split(/\s+/).includes('main')) return [];
  return [{ uri, options: words(options).filter((option) => /^(signed-by|trusted)=/i.test(option)) }];
}

/** The fields `Types`, `URIs`, `Suites`, `Components`, `Signed-By`, `Trusted`, `Enabled`, as in sources.list(5). */
function fromStanza(stanza: string, suite: string): AptMirror[] {
  const fields = new Map(
    stanza.split('\n').flatMap((line): [string, string][] => {
      const [, name, value] = /^([A-Za-z-]+):\s*(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
  const has = (field: string, word: string) => words(fields.get(field) ?? '').includes(word);
  if (!has('types', 'deb') || !has('suites', suite) || !has('components', 'main') || has('enabled', 'no')) return [];
  const keyring = fields.get('signed-by');
  const options = [
    // A key may also stand in the stanza itself; apt then falls back to the keys that it trusts anyway.
    ...(keyring?.startsWith('/') ? [`signed-by=${keyring}`] : []),
    ...(has('trusted', 'yes') ? ['trusted=yes'] : []),
  ];
  return words(fields.get('uris') ?? '').map((uri) => ({ uri, options }));
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
