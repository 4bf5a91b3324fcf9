import type { AllocationRule, Zone } from '@freight/contracts';
import { toPaise } from '@freight/contracts';
import type { Parcel } from './assess-carriers.ts';

/** The rule that decides, and where in the list it stands. */
export type ChosenRule = { rule: AllocationRule; index: number };

export type RuledLane = { zone: Zone; pickupPincode: string; parcel: Parcel };

/** The first rule whose conditions all hold; undefined when none does, and then the cheapest goes first. */
export const chooseRule = (rules: readonly AllocationRule[], lane: RuledLane): ChosenRule | undefined => {
  const index = rules.findIndex((rule) => holds(rule, lane));
  const rule = rules[index];
  return rule === undefined ? undefined : { rule, index };
};

/** A rule as reasons name it: `rule 2 (metro COD)`. */
export const ruleName = ({ rule, index }: ChosenRule): string =>
  `rule ${index + 1}${rule.name === undefined ? '' : ` (${rule.name})`}`;

const holds = ({ conditions }: AllocationRule, { zone, pickupPincode, parcel }: RuledLane): boolean =>
  isOneOf(conditions.zone, zone) &&
  isOneOf(conditions.paymentMode, parcel.paymentMode) &&
  isOneOf(conditions.shipmentType, parcel.shipmentType) &&
  isWithin(conditions.weightGrams, parcel.actualGrams) &&
  isWithin(inPaise(conditions.invoiceValue), parcel.invoiceValuePaise) &&
  (conditions.pickupPincode === undefined ||
    [conditions.pickupPincode].flat().some((start) => pickupPincode.startsWith(start)));

const isOneOf = <T>(wanted: T | readonly T[] | undefined, value: T): boolean =>
  wanted === undefined || (Array.isArray(wanted) ? wanted.includes(value) : wanted === value);

type Range = { min?: number | undefined; max?: number | undefined };

const isWithin = (range: Range | undefined, value: number): boolean =>
  value >= (range?.min ?? Number.NEGATIVE_INFINITY) && value <= (range?.max ?? Number.POSITIVE_INFINITY);

const inPaise = (range: Range | undefined): Range | undefined =>
  range && {
    min: range.min === undefined ? undefined : toPaise(range.min),
    max: range.max === undefined ? undefined : toPaise(range.max),
  };
