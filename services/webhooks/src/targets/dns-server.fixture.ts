import { createSocket } from 'node:dgram';
import ipaddr from 'ipaddr.js';

export type DnsServer = { address: string; stop: () => Promise<void> };

const typeA = 1;
const typeAaaa = 28;
const headerBytes = 12;

/** A DNS server on loopback (RFC 1035, as much as a resolver of addresses needs). `answer` gives the addresses of a name. */
export const startDnsServer = async (answer: (name: string) => string[]): Promise<DnsServer> => {
  const socket = createSocket('udp4');
  socket.on('message', (query, peer) => {
    const { name, type, end } = questionOf(query);
    const addresses = answer(name)
      .map((address) => ipaddr.parse(address).toByteArray())
      .filter((bytes) => type === (bytes.length === 4 ? typeA : typeAaaa));
    const header = Buffer.alloc(headerBytes);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(type === typeA || type === typeAaaa ? addresses.length : 0, 6);
    const records = addresses.map((bytes) => {
      const record = Buffer.alloc(12);
      // Name: a pointer to the question. Class IN, time to live 0: a rebinding server wants to be asked again.
      record.writeUInt16BE(0xc000 | headerBytes, 0);
      record.writeUInt16BE(type, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt16BE(bytes.length, 10);
      return Buffer.concat([record, Buffer.from(bytes)]);
    });
    socket.send(Buffer.concat([header, query.subarray(headerBytes, end), ...records]), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
};

const questionOf = (query: Buffer): { name: string; type: number; end: number } => {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};
