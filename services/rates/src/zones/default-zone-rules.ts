import type { ZoneRules } from './zone-rules.ts';

/** The convention of most Indian aggregators (decisions, section 4); a rate card document without rules of its own uses it. */
export const defaultZoneRules: ZoneRules = {
  clusters: {
    Delhi: ['110'],
    Mumbai: ['400'],
    Pune: ['411'],
    Bengaluru: ['560'],
    Chennai: ['600'],
    Kolkata: ['700'],
    Hyderabad: ['500'],
    Ahmedabad: ['380', '382'],
  },
  metros: ['Delhi', 'Mumbai', 'Kolkata', 'Chennai', 'Bengaluru', 'Hyderabad'],
  // North-East, Sikkim, Jammu and Kashmir, Ladakh, Andaman and Nicobar, Lakshadweep.
  specialStates: ['AR', 'AS', 'MN', 'ML', 'MZ', 'NL', 'TR', 'SK', 'JK', 'LA', 'AN', 'LD'],
  order: ['LOCAL', 'SPECIAL', 'REGIONAL', 'METRO', 'ROI'],
};
