import type { Runtime } from '@freight/runtime';
import type { ChannelsConfig } from './config.ts';
import { channelsImplementations } from './operations.ts';
import type { Tables } from './tables.ts';

export const startChannels = async ({ db, bus, serve }: Runtime<ChannelsConfig, Tables>): Promise<void> => {
  serve(channelsImplementations, { db, bus });
};
