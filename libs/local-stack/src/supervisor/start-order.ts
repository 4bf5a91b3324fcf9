import type { ProcessSpec } from './process-spec.ts';

/**
 * Checks that every process can be started: names are unique, dependencies exist and go round in no circle.
 *
 * @param known names of processes that run already and may be depended on.
 * @throws Error with the names at fault.
 */
export function checkStartOrder(processes: readonly ProcessSpec[], known: ReadonlySet<string>): void {
  const startable = new Set(known);
  for (const { name } of processes) {
    if (startable.has(name)) throw new Error(`two processes are named ${name}`);
    startable.add(name);
  }
  for (const { name, dependsOn = [] } of processes) {
    const unknown = dependsOn.filter((dependency) => !startable.has(dependency));
    if (unknown.length > 0) throw new Error(`${name} depends on ${unknown.join(', ')}, which is not there`);
  }
  const started = new Set(known);
  let waiting = processes;
  while (waiting.length > 0) {
    const next = waiting.filter(({ dependsOn = [] }) => dependsOn.every((dependency) => started.has(dependency)));
    if (next.length === 0) throw new Error(`${waiting.map(({ name }) => name).join(', ')} wait for each other`);
    for (const { name } of next) started.add(name);
    waiting = waiting.filter(({ name }) => !started.has(name));
  }
}
