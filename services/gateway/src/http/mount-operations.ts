import { FreightError, type Operation } from '@freight/contracts';
import type { Admission } from '../access/admission.ts';
import { answerFile } from './answer-file.ts';
import { type AnsweringParts, answerOperation } from './answer-operation.ts';
import { answerStream } from './answer-stream.ts';
import type { App, Exchanger } from './exchange.ts';
import { errorReply, type Reply } from './reply.ts';
import { honoPath, type MountedOperation, routeTable } from './route-table.ts';

export type MountOptions = AnsweringParts & {
  operations: readonly Operation[];
  exchange: Exchanger;
  /** Without a token the operator API does not exist: its paths are unknown like any other. */
  hasOperatorApi: boolean;
};

/**
 * Mounts every operation that has a route: merchants' and the public's below `/api/v1`, operators' below `/operator/v1`. A known
 * path answers 405 to other methods and 204 to OPTIONS, both with `Allow`.
 */
export const mountOperations = (app: App, { operations, exchange, hasOperatorApi, ...parts }: MountOptions): void => {
  const mounted = operations.filter(({ http }) => hasOperatorApi || http?.audience !== 'operator');
  for (const { path, operations: here, allow } of routeTable(mounted)) {
    for (const operation of here) {
      const answer = answererOf(operation)(operation, parts);
      app.on(
        operation.http.method,
        honoPath(path),
        exchange({ route: path, operation: operation.name }, (opened, { req }) => answer(opened, req.param())),
      );
    }
    app.all(honoPath(path), otherMethods(path, allow, exchange, parts.admission));
  }
};

const answererOf = ({ http }: MountedOperation) => {
  switch (http.answer) {
    case 'stream':
      return answerStream;
    case 'file':
      return answerFile;
    default:
      return answerOperation;
  }
};

/** Answers what a path does not serve; never asks for a key, since there is nothing to protect. */
export const otherMethods = (path: string, allow: string, exchange: Exchanger, admission: Admission) =>
  exchange({ route: path }, (opened): Reply => {
    admission.anybody(opened);
    if (opened.request.method === 'OPTIONS') return { status: 204, headers: { Allow: allow }, body: null };
    const reply = errorReply(new FreightError('METHOD_NOT_ALLOWED'));
    return { ...reply, headers: { ...reply.headers, Allow: allow } };
  });
