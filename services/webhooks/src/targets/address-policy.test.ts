import { describe, expect, test } from 'vitest';
import { mayDial } from './address-policy.ts';

const secure = { allowInsecure: false };

describe('an address that is not on the public internet is refused', () => {
  test.each([
    ['loopback', '127.0.0.1'],
    ['loopback, all of it', '127.255.255.254'],
    ['this network', '0.0.0.0'],
    ['this network, all of it', '0.1.2.3'],
    ['private 10/8', '10.0.0.1'],
    ['private 172.16/12', '172.31.255.255'],
    ['private 192.168/16', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['metadata of Alibaba, in carrier-grade NAT', '100.100.100.200'],
    ['link-local and metadata of most clouds', '169.254.169.254'],
    ['metadata of Azure', '168.63.129.16'],
    ['metadata of Oracle', '192.0.0.192'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation 1', '192.0.2.1'],
    ['documentation 2', '198.51.100.1'],
    ['documentation 3', '203.0.113.1'],
    ['relays of 6to4', '192.88.99.1'],
    ['benchmarking', '198.19.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['loopback v6', '::1'],
    ['unspecified v6', '::'],
    ['v4-compatible loopback', '::127.0.0.1'],
    ['v4-mapped loopback', '::ffff:127.0.0.1'],
    ['v4-mapped private, in hex', '::ffff:a00:1'],
    ['v4-mapped metadata', '::ffff:169.254.169.254'],
    ['v4-translated', '::ffff:0:7f00:1'],
    ['NAT64 loopback', '64:ff9b::127.0.0.1'],
    ['NAT64 metadata', '64:ff9b::a9fe:a9fe'],
    ['local NAT64', '64:ff9b:1::808:808'],
    ['6to4 loopback', '2002:7f00:1::1'],
    ['6to4 private', '2002:a00:1::'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['unique local', 'fc00::1'],
    ['metadata of AWS v6', 'fd00:ec2::254'],
    ['link-local v6', 'fe80::1'],
    ['link-local v6 with a zone', 'fe80::1%eth0'],
    ['site-local v6', 'fec0::1'],
    ['multicast v6', 'ff02::1'],
    ['documentation v6', '2001:db8::1'],
    ['new documentation v6', '3fff::1'],
    ['discard', '100::1'],
    ['benchmarking v6', '2001:2::1'],
    ['ORCHID', '2001:20::1'],
    ['segment routing', '5f00::1'],
    ['nothing', ''],
    ['a name', 'localhost'],
    ['a range', '8.8.8.0/24'],
  ])('%s: %s', (_, address) => {
    expect(mayDial(address, secure)).toBe(false);
  });
});

describe('a public address may be dialled', () => {
  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'])(
    '%s',
    (address) => {
      expect(mayDial(address, secure)).toBe(true);
    },
  );
});

describe('the development switch', () => {
  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('allows loopback: %s', (address) => {
    expect(mayDial(address, { allowInsecure: true })).toBe(true);
  });

  test.each(['10.0.0.1', '169.254.169.254', '192.168.0.1', 'fd00::1'])('and nothing else: %s', (address) => {
    expect(mayDial(address, { allowInsecure: true })).toBe(false);
  });
});
