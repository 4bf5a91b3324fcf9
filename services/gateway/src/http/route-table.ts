import { type HttpBinding, type Operation, pathFields } from '@freight/contracts';

export type MountedOperation = Operation & { http: HttpBinding };

/** One path with everything that can be done there. */
export type PathEntry = {
  /** With its base and `{field}`s: `/api/v1/shipments/{id}`. */
  path: string;
  operations: readonly MountedOperation[];
  /** Value of the `Allow` header. */
  allow: string;
};

export const merchantBase = '/api/v1';
export const operatorBase = '/operator/v1';

const isMounted = (operation: Operation): operation is MountedOperation => operation.http !== undefined;

/** The full path of an operation. */
export const pathOf = ({ http }: MountedOperation): string =>
  (http.audience === 'operator' ? operatorBase : merchantBase) + http.path;

/**
 * Operations by path, in the order in which a router must try them: `/channels/orders` before `/channels/{integrationId}`, so
 * that a fixed word is never taken for an id.
 */
export const routeTable = (operations: readonly Operation[]): PathEntry[] => {
  const byPath = Map.groupBy(operations.filter(isMounted), pathOf);
  return [...byPath]
    .map(([path, operations]) => ({ path, operations, allow: allowOf(operations) }))
    .toSorted((a, b) => compareSegments(a.path, b.path));
};

/** Hono's spelling of a path: `{id}` → `:id`. */
export const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const allowOf = (operations: readonly MountedOperation[]): string => {
  const methods = operations.map(({ http }) => http.method);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted().join(', ');
};

const compareSegments = (a: string, b: string): number => {
  const left = a.split('/');
  const right = b.split('/');
  for (const [index, segment] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (isField(segment) !== isField(other)) return isField(segment) ? 1 : -1;
    if (segment !== other && !isField(segment)) return segment < other ? -1 : 1;
  }
  return left.length - right.length;
};

const isField = (segment: string): boolean => pathFields(segment).length > 0;
