import { type BaseConfig, baseConfig } from '@freight/runtime';

/** Channels need nothing beyond what every service needs. */
export const channelsConfig = baseConfig;
export type ChannelsConfig = BaseConfig;
