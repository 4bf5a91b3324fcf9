import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

/** What the checks look at of a rendered object; everything else is the Kubernetes schemas' affair. */
const variable = z.object({ name: z.string(), value: z.string().optional(), valueFrom: z.unknown().optional() });

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.union([z.string(), z.number()]) }) });

const securityContext = z.object({
  runAsNonRoot: z.boolean().optional(),
  readOnlyRootFilesystem: z.boolean().optional(),
  allowPrivilegeEscalation: z.boolean().optional(),
  capabilities: z.object({ drop: z.array(z.string()).optional() }).optional(),
});

const container = z.object({
  name: z.string(),
  args: z.array(z.string()).default([]),
  env: z.array(variable).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  lifecycle: z
    .object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }).optional() }).optional() })
    .optional(),
  securityContext: securityContext.optional(),
});

export const podSpec = z.object({
  terminationGracePeriodSeconds: z.number().default(30),
  automountServiceAccountToken: z.boolean().optional(),
  securityContext: securityContext.optional(),
  initContainers: z.array(container).default([]),
  containers: z.array(container),
});
export type PodSpec = z.output<typeof podSpec>;
export type Container = z.output<typeof container>;

const manifest = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
  spec: z.looseObject({}).optional(),
  data: z.record(z.string(), z.string()).optional(),
});
export type Manifest = z.output<typeof manifest>;

/** The objects of a rendered release. */
export const parseManifests = (yaml: string): Manifest[] =>
  parseAllDocuments(yaml).flatMap((document) => {
    const content: unknown = document.toJS();
    return content === null ? [] : [manifest.parse(content)];
  });

/** The pods that an object makes, by whatever way. */
export const podsOf = ({ kind, spec }: Manifest): PodSpec | undefined => {
  if (kind === 'Pod') return podSpec.parse(spec);
  if (!['Deployment', 'StatefulSet', 'Job'].includes(kind)) return undefined;
  return z.object({ template: z.object({ spec: podSpec }) }).parse(spec).template.spec;
};

export const componentOf = ({ metadata }: Manifest): string | undefined =>
  metadata.labels['app.kubernetes.io/component'];
