import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import vectors from './vectors.json' with { type: 'json' };

const docs = fileURLToPath(new URL('../../../docs', import.meta.url));
const page = readFileSync(join(docs, 'webhooks.md'), 'utf8');

const snippetOf = (language: string): string => {
  const code = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(page)?.[1];
  if (code === undefined) throw new Error(`docs/webhooks.md has no ${language}`);
  return code;
};

type Language = {
  language: string;
  /** File of the snippet. */
  file: string;
  /** Reads the cases from standard input and prints a JSON list of verdicts; a file beside the snippet. */
  driver: string;
  driverFile: string;
  run: readonly [command: string, ...args: string[]];
  isThere: readonly [command: string, ...args: string[]];
};

const languages: Language[] = [
  {
    language: 'typescript',
    file: 'verify.ts',
    driver: `import { readFileSync } from 'node:fs';
import { verify } from './verify.ts';
const cases = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(cases.map((one) => verify(Buffer.from(one.body, 'base64'), one.headers, one.secret, one.now))));`,
    driverFile: 'main.ts',
    run: [process.execPath, 'main.ts'],
    isThere: [process.execPath, '--version'],
  },
  {
    language: 'python',
    file: 'verify.py',
    driver: `import base64, json, sys
from verify import verify
cases = json.load(sys.stdin)
print(json.dumps([verify(base64.b64decode(one["body"]), one["headers"], one["secret"], one["now"]) for one in cases]))`,
    driverFile: 'main.py',
    run: ['python3', 'main.py'],
    isThere: ['python3', '--version'],
  },
  {
    language: 'go',
    file: 'verify.go',
    driver: `package main
import (
	"encoding/json"
	"os"
)
func main() {
	var cases []struct {
		Body    []byte
		Headers map[string]string
		Secret  string
		Now     int64
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	verdicts := []bool{}
	for _, one := range cases {
		verdicts = append(verdicts, verify(one.Body, one.Headers, one.Secret, one.Now))
	}
	json.NewEncoder(os.Stdout).Encode(verdicts)
}`,
    driverFile: 'main.go',
    run: ['go', 'run', 'verify.go', 'main.go'],
    isThere: ['go', 'version'],
  },
  {
    language: 'php',
    file: 'verify.php',
    driver: `<?php
require 'verify.php';
$verdicts = [];
foreach (json_decode(file_get_contents('php://stdin'), true) as $one) {
    $verdicts[] = verify(base64_decode($one['body']), $one['headers'], $one['secret'], $one['now']);
}
echo json_encode($verdicts);`,
    driverFile: 'main.php',
    run: ['php', 'main.php'],
    isThere: ['php', '--version'],
  },
];

type Case = { body: string; headers: Record<string, string>; secret: string; now: number };

const genuine: Case[] = vectors.map(({ body, expected, secret, timestamp }) => ({
  body: Buffer.from(body).toString('base64'),
  headers: Object.fromEntries(Object.entries(expected).map(([name, value]) => [name.toLowerCase(), value])),
  secret,
  now: Date.parse(timestamp) / 1_000,
}));

const without =
  (header: string) =>
  ({ headers, ...one }: Case): Case => ({
    ...one,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== header)),
  });

/** Each breaks one thing of a genuine request. */
const forgeries: Record<string, (one: Case) => Case> = {
  'another body': (one) => ({ ...one, body: Buffer.from(`${atob(one.body)} `, 'latin1').toString('base64') }),
  'another secret': (one) => ({ ...one, secret: 'f'.repeat(64) }),
  'another id': (one) => ({ ...one, headers: { ...one.headers, 'webhook-id': 'dlv_other' } }),
  'another time': (one) => ({ ...one, headers: { ...one.headers, 'webhook-timestamp': String(one.now + 1) } }),
  'no time': without('webhook-timestamp'),
  'no hex signature': without('x-service-signature'),
  'no standard signature': without('webhook-signature'),
  'six minutes later': (one) => ({ ...one, now: one.now + 360 }),
  'six minutes early': (one) => ({ ...one, now: one.now - 360 }),
};

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'webhook-snippets-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const verdictsOf = ({ language, file, driver, driverFile, run }: Language, cases: readonly Case[]): unknown => {
  writeFileSync(join(directory, file), snippetOf(language));
  writeFileSync(join(directory, driverFile), driver);
  const [command, ...args] = run;
  const { stdout, stderr, status } = spawnSync(command, args, {
    cwd: directory,
    input: JSON.stringify(cases),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

const isInstalled = ({ isThere: [command, ...args] }: Language): boolean => spawnSync(command, args).status === 0;

describe.each(languages)('the $language of docs/webhooks.md', (language) => {
  it.skipIf(!isInstalled(language))('accepts every vector and refuses every forgery', { timeout: 120_000 }, () => {
    const forged = Object.values(forgeries).flatMap((forge) => genuine.map(forge));
    const expected = [...genuine.map(() => true), ...forged.map(() => false)];
    expect(verdictsOf(language, [...genuine, ...forged])).toEqual(expected);
  });
});

describe('docs/webhook-vectors.json', () => {
  it('has the vectors that our own code is tested with', () => {
    expect(JSON.parse(readFileSync(join(docs, 'webhook-vectors.json'), 'utf8'))).toEqual(vectors);
  });
});
