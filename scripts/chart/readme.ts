import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { readChartFile } from './chart-folder.ts';

/** The chart's README: how to begin, then every value with what its comment in values.yaml says of it. */
export const chartReadme = (): string => {
  const document = parseDocument(readChartFile('values.yaml'));
  if (!isMap(document.contents)) throw new Error('values.yaml is not a map');
  const rows = rowsOf(document.contents, [], document.commentBefore);
  return [introduction, '## Values', ['| value | default | meaning |', '|---|---|---|', ...rows].join('\n')]
    .join('\n\n')
    .concat('\n');
};

/** Values without a comment of their own are told by the table row of what they are in, or are maps whose values tell. */
const rowsOf = (map: YAMLMap, path: readonly string[], commentOfMap: string | null | undefined): string[] =>
  map.items.flatMap((pair, index) => {
    if (!isScalar(pair.key)) return [];
    const here = [...path, String(pair.key.value)];
    // The parser gives the comment above a map's first key to the map.
    const comment = pair.key.commentBefore ?? (index === 0 ? (map.commentBefore ?? commentOfMap) : undefined);
    const meaning = meaningOf(comment);
    const own = meaning === undefined ? [] : [row(here.join('.'), pair, meaning)];
    const below = isMap(pair.value) && !pair.value.flow ? rowsOf(pair.value, here, undefined) : [];
    return [...own, ...below];
  });

const row = (name: string, pair: Pair, { text, isRequired }: { text: string; isRequired: boolean }): string =>
  `| \`${name}\` | ${isRequired ? 'required' : code(pair)} | ${text.replaceAll('|', '\\|')} |`;

/** `# -- text`, over as many lines as it takes; `# @required` marks what has no usable default. */
const meaningOf = (comment: string | null | undefined): { text: string; isRequired: boolean } | undefined => {
  const lines = (comment ?? '').split('\n').map((line) => line.trim());
  const start = lines.findIndex((line) => line.startsWith('-- '));
  if (start === -1) return undefined;
  const marked = lines.slice(start);
  return {
    text: marked
      .filter((line) => !line.startsWith('@'))
      .join(' ')
      .slice('-- '.length),
    isRequired: marked.includes('@required'),
  };
};

/** A map with rows of its own has no default to show. */
const code = ({ value }: Pair): string => {
  if (isMap(value) && !value.flow && value.items.length > 0) return 'see values.yaml';
  const json = JSON.stringify(value);
  return json.length > maxDefaultLength ? 'see values.yaml' : `\`${json.replaceAll('|', '\\|')}\``;
};

const maxDefaultLength = 120;

const introduction = `# freight-aggregator

Written by \`npm run docs\` from the comments of values.yaml; do not edit by hand. How to install, upgrade and back up:
[docs/operations.md](../../../docs/operations.md).

Runs on Kubernetes 1.30 and newer, with Helm 3. Six services from one image, each with its own numbers; a migration Job; and, where
you want them, NATS by its official chart and PostgreSQL by CloudNativePG. Only the gateway is reachable. No value is a secret: everything
secret is read from Secrets that exist already.

\`\`\`sh
node scripts/make-chart-secret.ts --name freight --admin-url postgresql://owner:password@postgres.example.com/freight | kubectl apply -f -
helm dependency build deploy/helm/freight-aggregator
helm install freight deploy/helm/freight-aggregator \\
  --set publicBaseUrl=https://api.example.com --set secrets.existingSecret=freight \\
  --set externalDatabase.host=postgres.example.com --set externalNats.url=tls://nats.example.com:4222
\`\`\`

Complete examples are in [ci/](ci): the least, external servers, high availability, Ingress with TLS, monitoring.`;
