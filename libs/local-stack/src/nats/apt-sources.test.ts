import { expect, test } from 'vitest';
import { aptMirrors } from './apt-sources.ts';

test('the mirror of the machine comes from either of the two formats', () => {
  const stanza = `Types: deb deb-src
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg`;
  expect(aptMirrors(stanza, 'bookworm')).toEqual([
    { uri: 'http://mirror.example/debian', options: ['signed-by=/usr/share/keyrings/debian-archive-keyring.gpg'] },
  ]);
  expect(aptMirrors('deb [arch=amd64 trusted=yes] file:/mirror bookworm contrib main\n', 'bookworm')).toEqual([
    { uri: 'file:/mirror', options: ['trusted=yes'] },
  ]);
});

test('security suites, sources, comments, other vendors and switched-off entries are no mirror to ask', () => {
  const content = `# deb http://old.example/debian bookworm main
deb-src http://deb.example/debian bookworm main
deb http://deb.example/debian-security bookworm-security main
deb https://packages.example/apt cloud-sdk-bookworm main
deb http://deb.example/debian bookworm contrib

Types: deb
URIs: https://deb.example/node_20.x
Suites: nodistro
Components: main

Enabled: no
Types: deb
URIs: http://off.example/debian
Suites: bookworm
Components: main`;
  expect(aptMirrors(content, 'bookworm')).toEqual([]);
});

test('a mirror that is listed twice is asked once', () => {
  const line = 'deb http://deb.example/debian bookworm main\n';
  expect(aptMirrors(line + line, 'bookworm')).toHaveLength(1);
});
