import { createHash } from 'node:crypto';
import { shipmentStatuses } from '@freight/contracts';
import { describe, expect, test } from 'vitest';
import type { PublicRecord } from '../tracking/public-record.ts';
import { contentSecurityPolicy } from './page-policy.ts';
import { trackingPage } from './tracking-page.ts';

const record = (change: Partial<PublicRecord> = {}): PublicRecord => ({
  awbNumber: '13161234567890',
  status: 'IN_TRANSIT',
  courier: 'Delhivery',
  customerName: 'R. K. S.',
  timeline: {
    orderedAt: '2026-11-18T06:00:00.000Z',
    pickedUpAt: '2026-11-19T10:00:00.000Z',
    deliveredAt: null,
    expectedDeliveryDate: '2026-11-22T20:00:00.000Z',
  },
  events: [
    {
      status: 'PICKED_UP',
      description: 'Picked up by the courier',
      location: 'Delhi',
      eventTime: '2026-11-19T10:00:00.000Z',
    },
    { status: 'IN_TRANSIT', description: 'On its way', location: null, eventTime: '2026-11-20T20:00:00.000Z' },
  ],
  ...change,
});

const seller = { name: 'Kala Handlooms', logoUrl: 'https://cdn.example.com/logo.png?v=1&w=2' };

/** Elements that are open at the end, or closed without having been opened. */
const unbalanced = (html: string): string[] => {
  const open: string[] = [];
  const faults: string[] = [];
  for (const [, slash, name = ''] of html
    .replace(/<style>.*<\/style>/s, '')
    .matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    if (['meta', 'img'].includes(name)) continue;
    if (slash === '') open.push(name);
    else if (open.at(-1) === name) open.pop();
    else faults.push(name);
  }
  return [...faults, ...open];
};

describe('the page', () => {
  test.each(shipmentStatuses)('of a %s shipment is well-formed, without a script or an inline handler', (status) => {
    const html = trackingPage(record({ status }), seller);
    expect(unbalanced(html)).toEqual([]);
    expect(html).not.toMatch(/<script|\son\w+=|javascript:|\sstyle=/i);
  });

  test('fits a phone, and is not for search engines', () => {
    const html = trackingPage(record(), seller);
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  test('tells the newest first, in India’s time', () => {
    const html = trackingPage(record(), seller);
    expect(html).toContain('<h1>On its way</h1>');
    expect(html).toContain('Expected by <time datetime="2026-11-22T20:00:00.000Z">Monday, 23 November 2026</time>');
    expect(html.indexOf('21 Nov 2026')).toBeGreaterThan(0);
    expect(html.indexOf('21 Nov 2026')).toBeLessThan(html.indexOf('19 Nov 2026'));
    expect(html).toContain('<span class="place">Delhi</span>');
  });

  test('says when a parcel was delivered, and promises nothing any more', () => {
    const timeline = { ...record().timeline, deliveredAt: '2026-11-21T20:00:00.000Z' };
    const html = trackingPage(record({ status: 'DELIVERED', timeline }), seller);
    expect(html).toContain('on <time datetime="2026-11-21T20:00:00.000Z">Sunday, 22 November 2026</time>');
    expect(html).not.toContain('Expected');
    expect(html).toContain('<li class="reached" aria-current="step">Delivered</li>');
  });

  test.each(['RTO_INITIATED', 'LOST', 'CANCELLED'] as const)('of a %s shipment shows no way to the buyer', (status) => {
    const html = trackingPage(record({ status }), seller);
    expect(html).not.toContain('class="steps"');
    expect(html).not.toContain('Expected');
  });

  test('escapes whatever came from somewhere else', () => {
    const hostile = `"><script>alert('1')</script>&amp;`;
    const html = trackingPage(
      record({
        awbNumber: hostile,
        courier: hostile,
        customerName: hostile,
        events: [
          { status: 'IN_TRANSIT', description: hostile, location: hostile, eventTime: '2026-11-20T20:00:00.000Z' },
        ],
      }),
      { name: hostile, logoUrl: `https://a.example/${hostile}` },
    );
    expect(html).not.toContain('<script');
    expect(html).not.toContain("alert('1')");
    expect(unbalanced(html)).toEqual([]);
  });

  test('does without a seller and without events', () => {
    const html = trackingPage(record({ events: [] }), undefined);
    expect(html).not.toContain('<header>');
    expect(html).not.toContain('History');
    expect(unbalanced(html)).toEqual([]);
  });
});

describe('the policy', () => {
  test('allows exactly the style of the page', () => {
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(trackingPage(record(), seller)) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(contentSecurityPolicy(undefined)).toContain(`style-src 'sha256-${hash}'`);
  });

  test('allows nothing else but the logo’s own origin', () => {
    expect(contentSecurityPolicy(seller.logoUrl)).toContain('img-src https://cdn.example.com;');
    expect(contentSecurityPolicy(undefined)).not.toContain('img-src');
    expect(contentSecurityPolicy(seller.logoUrl)).not.toMatch(/script-src|unsafe|\*/);
  });
});
