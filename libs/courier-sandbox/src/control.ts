import { courierCodes, ndrReasons, qcStatuses, shipmentStatuses } from '@freight/contracts';
import { z } from 'zod';
import type { AutoProgressSettings } from './auto-progress.ts';
import type { SandboxConsignment } from './consignment.ts';
import { json, type ScanWish, type WireAnswer, type WireRequest } from './dialect.ts';
import { type Faults, faultKinds, faultOperations } from './faults.ts';
import type { Store } from './store.ts';

/** What the control API may do to the sandbox; also what a test in the same process holds. */
export type SandboxControl = {
  store: Store;
  faults: Faults;
  scan(consignment: SandboxConsignment, wish: ScanWish): void;
  setAutoProgress(settings: AutoProgressSettings): void;
  reset(): void;
};

const scanBody = z.object({
  status: z.enum(shipmentStatuses).exclude(['CREATED']),
  at: z.iso.datetime({ offset: true }).optional(),
  location: z.string().max(200).optional(),
  ndrReason: z.enum(ndrReasons).optional(),
  qc: z
    .object({
      status: z.enum(qcStatuses),
      remarks: z.string().default(''),
      images: z.array(z.string()).default([]),
    })
    .optional(),
});

const pushKinds: readonly string[] = ['duplicatePush', 'reorderPush'];

const faultBody = z
  .object({
    courier: z.enum(courierCodes),
    operation: z.enum(faultOperations),
    kind: z.enum(faultKinds),
    rate: z.number().min(0).max(1).default(1),
    count: z.int().min(1).optional(),
    latencyMs: z.int().min(0).max(600_000).optional(),
  })
  .refine(({ kind, operation }) => operation === 'push' || !pushKinds.includes(kind), {
    path: ['kind'],
    error: 'is for the operation push only',
  });

const autoProgressBody = z.object({ enabled: z.boolean(), stepMs: z.int().min(10).max(86_400_000).default(2_000) });

/** A held connection is dropped after this long when the fault names no time. */
const defaultHoldMs = 120_000;

/** The sandbox's own API, for tests and demonstrations: plain JSON, no envelope, no key (it is never public). */
export const handleControl = (request: WireRequest, control: SandboxControl): WireAnswer => {
  const { store, faults } = control;
  const route = `${request.method} ${request.path}`;
  const [, awb, isScans] = /^\/control\/shipments\/([^/]+)(\/scans)?$/.exec(request.path) ?? [];

  if (awb !== undefined) {
    const consignment = store.findAnywhere(decodeURIComponent(awb));
    if (request.method !== (isScans ? 'POST' : 'GET')) return notFound();
    if (consignment === undefined) return json({ error: 'NOT_FOUND', message: 'no such consignment' }, 404);
    if (!isScans) return json(consignment);
    return withBody(request, scanBody, ({ at, ...wish }) => {
      control.scan(consignment, { ...wish, at: at === undefined ? undefined : new Date(at) });
      return json(consignment, 201);
    });
  }
  switch (route) {
    case 'GET /control/shipments': {
      const reference = request.query.get('reference');
      return reference ? json(store.byReference(reference)) : invalid({ reference: ['is required'] });
    }
    case 'POST /control/faults':
      return withBody(request, faultBody, ({ count, latencyMs, ...fault }) => {
        const fallback = fault.kind === 'latency' ? 1_000 : defaultHoldMs;
        return json(faults.add({ ...fault, remaining: count ?? null, latencyMs: latencyMs ?? fallback }), 201);
      });
    case 'DELETE /control/faults':
      faults.clear();
      return json({ ok: true });
    case 'PUT /control/auto-progress':
      return withBody(request, autoProgressBody, (settings) => {
        control.setAutoProgress(settings);
        return json(settings);
      });
    case 'POST /control/reset':
      control.reset();
      return json({ ok: true });
    default:
      return notFound();
  }
};

const withBody = <Schema extends z.ZodType>(
  request: WireRequest,
  schema: Schema,
  handle: (body: z.output<Schema>) => WireAnswer,
): WireAnswer => {
  let body: unknown;
  try {
    body = JSON.parse(request.body);
  } catch {
    return invalid({ body: ['is not JSON'] });
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return handle(parsed.data);
  const errors: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = path.join('.') || 'body';
    errors[field] = [...(errors[field] ?? []), message];
  }
  return invalid(errors);
};

const invalid = (errors: Record<string, string[]>): WireAnswer => json({ error: 'VALIDATION_FAILED', errors }, 400);

const notFound = (): WireAnswer => json({ error: 'NOT_FOUND', message: 'no such control route' }, 404);
