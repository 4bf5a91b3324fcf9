import { describe, expect, test } from 'vitest';
import { faultOfTargetUrl } from './target-url.ts';

const secure = { allowInsecure: false };
const insecure = { allowInsecure: true };

describe('a hostile target is refused by its text alone', () => {
  test.each([
    ['plain http', 'http://example.com/'],
    ['ftp', 'ftp://example.com/'],
    ['file', 'file:///etc/passwd'],
    ['data', 'data:text/plain,hello'],
    ['gopher', 'gopher://example.com/'],
    ['javascript', 'javascript:alert(1)'],
    ['user name', 'https://user@example.com/'],
    ['user name and password', 'https://user:secret@example.com/'],
    ['a user name that looks like the host', 'https://example.com@127.0.0.1/'],
    ['SSH', 'https://example.com:22/'],
    ['http port', 'https://example.com:80/'],
    ['port 0', 'https://example.com:0/'],
    ['the last privileged port', 'https://example.com:1023/'],
    ['a port that is none', 'https://example.com:65536/'],
    ['loopback', 'https://127.0.0.1/'],
    ['loopback in decimal', 'https://2130706433/'],
    ['loopback in hex', 'https://0x7f000001/'],
    ['loopback in octal', 'https://0177.0.0.1/'],
    ['loopback, short', 'https://127.1/'],
    ['loopback in full-width digits', 'https://１２７.０.０.１/'],
    ['loopback with circled digits', 'https://①②⑦.⓪.⓪.①/'],
    ['loopback with a dot behind', 'https://127.0.0.1./'],
    ['loopback v6', 'https://[::1]/'],
    ['loopback v6, long', 'https://[0:0:0:0:0:0:0:1]/'],
    ['v4-mapped', 'https://[::ffff:7f00:1]/'],
    ['NAT64', 'https://[64:ff9b::7f00:1]/'],
    ['6to4', 'https://[2002:7f00:1::]/'],
    ['unspecified', 'https://0.0.0.0/'],
    ['zero', 'https://0/'],
    ['private', 'https://10.0.0.1/'],
    ['metadata', 'https://169.254.169.254/latest/meta-data/'],
    ['localhost', 'https://localhost/'],
    ['localhost with a dot behind', 'https://localhost./'],
    ['localhost in capitals', 'https://LOCALHOST/'],
    ['localhost percent-encoded', 'https://%6cocalhost/'],
    ['below localhost', 'https://a.localhost/'],
    ['mDNS', 'https://printer.local/'],
    ['cloud-internal', 'https://metadata.google.internal/'],
    ['home network', 'https://router.home.arpa/'],
    ['no host', 'https:///path'],
    ['nothing', ''],
  ])('%s: %s', (_, url) => {
    expect(faultOfTargetUrl(url, secure)).toMatch(/^must /);
  });
});

describe('a decent target is accepted', () => {
  test.each([
    'https://example.com',
    'https://example.com/hooks?key=1#part',
    'https://example.com:443/',
    'https://example.com:1024/',
    'https://example.com:65535/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://उदाहरण.भारत/',
  ])('%s', (url) => {
    expect(faultOfTargetUrl(url, secure)).toBeUndefined();
  });
});

describe('the development switch', () => {
  test.each(['http://localhost:3000/', 'http://127.0.0.1:3000/', 'https://[::1]:3000/', 'http://example.com/'])(
    'allows http and loopback: %s',
    (url) => {
      expect(faultOfTargetUrl(url, insecure)).toBeUndefined();
    },
  );

  test.each(['http://10.0.0.1/', 'http://user@localhost:3000/', 'http://localhost:22/', 'ftp://localhost/'])(
    'and nothing else: %s',
    (url) => {
      expect(faultOfTargetUrl(url, insecure)).toMatch(/^must /);
    },
  );
});
