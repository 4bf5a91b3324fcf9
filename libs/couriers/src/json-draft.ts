import type { CourierDraft } from './define-courier.ts';

/** A request with a JSON body, which most couriers want for everything that is no GET. */
export const jsonDraft = (
  method: 'POST' | 'PUT',
  path: string,
  body: unknown,
  options: Pick<CourierDraft, 'headers' | 'query' | 'baseUrl'> & { isRead?: boolean } = {},
): CourierDraft => {
  const { isRead = false, headers, ...rest } = options;
  return {
    method,
    path,
    ...rest,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    isRead,
  };
};
