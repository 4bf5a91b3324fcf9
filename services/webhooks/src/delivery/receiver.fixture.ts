import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';

/** A request as a merchant's server sees it. */
type Received = { url: string; headers: IncomingHttpHeaders; body: string };

export type Answering = (response: ServerResponse, request: Received, count: number) => void;

export type Receiver = {
  url: string;
  /** Requests whose body had arrived, in that order. */
  received: Received[];
  /** Requests that are not answered yet. */
  open: () => number;
  /** Connections made so far. */
  connections: () => number;
  answerWith: (answering: Answering) => void;
  /** Cuts all connections. */
  dropOpen: () => void;
  stop: () => Promise<void>;
};

export const status =
  (code: number, body = '', headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(code, headers).end(body);

export const hang: Answering = () => {};

export const reset: Answering = (response) => response.socket?.resetAndDestroy();

/** A merchant's server on loopback that answers as it is told; 200 until then. */
export const startReceiver = async (
  answering: Answering = status(200, 'ok'),
  makeServer: (listener: Parameters<typeof createServer>[1]) => Server = (listener) =>
    createServer(listener ?? (() => {})),
): Promise<Receiver> => {
  const received: Received[] = [];
  let answer = answering;
  let open = 0;
  let connections = 0;
  const server = makeServer((request, response) => {
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    const chunks: Uint8Array[] = [];
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    request.on('end', () => {
      const whole = { url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(whole);
      answer(response, whole, received.length);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    open: () => open,
    connections: () => connections,
    answerWith: (next) => {
      answer = next;
    },
    dropOpen: () => server.closeAllConnections(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
