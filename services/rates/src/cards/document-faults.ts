import type { z } from 'zod';

export type DocumentFault = { path: readonly PropertyKey[]; message: string };

/**
 * Every fault of a document with the full path of the field. Where the document could have been one of several forms, the form
 * counts that fits it best: a wrong price deep in a ladder is not "neither ladder nor share".
 */
export const documentFaults = ({ issues }: z.ZodError): DocumentFault[] => issues.flatMap((issue) => faultsOf(issue));

const faultsOf = (issue: z.core.$ZodIssue): DocumentFault[] => {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const forms = issue.errors.map((form) => form.flatMap(faultsOf));
  const [best = []] = forms.toSorted((a, b) => depthOf(b) - depthOf(a) || a.length - b.length);
  return best.map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
};

const depthOf = (faults: readonly DocumentFault[]): number => Math.max(0, ...faults.map(({ path }) => path.length));
