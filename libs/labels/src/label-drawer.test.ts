import { afterAll, describe, expect, it } from 'vitest';
import { drawLabels } from './draw-labels.ts';
import { labelContent } from './label-content.fixture.ts';
import { createLabelDrawer } from './label-drawer.ts';

const drawer = createLabelDrawer({ workers: 2 });
afterAll(() => drawer.close());

describe('createLabelDrawer', () => {
  it('draws in a thread the same document as drawLabels does here', async () => {
    const labels = [labelContent(), labelContent({ awb: 'EE123456785IN', payment: { mode: 'PREPAID' } })];
    expect(Buffer.from(await drawer.draw(labels))).toEqual(await drawLabels(labels));
  });

  it('fails on labels that cannot be drawn and goes on with the next', async () => {
    await expect(drawer.draw([labelContent({ weightGrams: Number.NaN })])).rejects.toMatchObject({ code: 'INTERNAL' });
    expect((await drawer.draw([labelContent()])).subarray(0, 5)).toEqual(Uint8Array.from(Buffer.from('%PDF-')));
  });
});
