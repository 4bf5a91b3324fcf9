import { listStuckBookings } from '@freight/contracts';
import { Command } from 'commander';
import { type ApiFlags, apiOf, withApiOptions } from '../api/with-connection.ts';
import { positiveInteger } from '../arguments.ts';
import { print } from '../print.ts';

const columns = [
  'attemptId',
  'organizationId',
  'shipmentId',
  'carrierId',
  'step',
  'recoveryTries',
  'startedAt',
  'lastError',
];

const stuck = withApiOptions(new Command('stuck'))
  .description('bookings that are neither booked nor released, and why')
  .option('--page <number>', 'page, from 1', positiveInteger, 1)
  .option('--limit <number>', 'bookings a page, at most 100', positiveInteger, 20)
  .action(async ({ page, limit, ...flags }: ApiFlags & { page: number; limit: number }) => {
    const api = await apiOf(flags);
    const answer = await api.send(listStuckBookings, { page, limit });
    print(flags.json === true ? answer : answer.data, { ...flags, columns });
  });

export const bookingsCommand = new Command('bookings').description('bookings under way').addCommand(stuck);
