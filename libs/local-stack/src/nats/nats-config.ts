export interface NatsConfigOptions {
  readonly port: number;
  readonly monitoringPort: number;
  readonly storeDirectory: string;
  readonly pidFile: string;
  /** Upper bound of what streams may keep on disk. */
  readonly maxStoreBytes: number;
  /** False spares the flush to disk before each acknowledgement. */
  readonly isDurable: boolean;
  /** Text in the server's own format, such as `authorization { … }`. */
  readonly extraConfig: string;
}

/** The server's configuration file. Paths are quoted: the format takes `\` for an escape, as JSON does. */
export function natsConfig(options: NatsConfigOptions): string {
  return `# Written at each start; changes made here are lost.
server_name: local
listen: 127.0.0.1:${options.port}
http: 127.0.0.1:${options.monitoringPort}
pid_file: ${JSON.stringify(options.pidFile)}
max_payload: 8MB
jetstream {
  store_dir: ${JSON.stringify(options.storeDirectory)}
  max_file_store: ${options.maxStoreBytes}
  max_memory_store: 256MB
  sync_interval: ${options.isDurable ? 'always' : '"2m"'}
}
${options.extraConfig}
`;
}
