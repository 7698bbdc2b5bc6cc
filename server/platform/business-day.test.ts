import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { businessDateOf, businessDayBounds, isTimezone, parseLocalDateTime } from './business-day.ts';

const at = (timezone: string, dayStart = '00:00') => ({ timezone, dayStart });

describe('businessDateOf', () => {
  const cases: [timezone: string, dayStart: string, instant: string, date: string][] = [
    ['UTC', '00:00', '2026-11-21T00:00:00.000Z', '2026-11-21'],
    ['UTC', '00:00', '2026-11-20T23:59:59.999Z', '2026-11-20'],
    ['UTC', '04:00', '2026-11-21T03:59:59.999Z', '2026-11-20'],
    ['UTC', '04:00', '2026-11-21T04:00:00.000Z', '2026-11-21'],
    ['UTC', '04:00', '2027-01-01T01:00:00.000Z', '2026-12-31'],
    ['Asia/Kolkata', '00:00', '2026-11-20T18:30:00.000Z', '2026-11-21'],
    ['Asia/Kolkata', '00:00', '2026-11-20T18:29:59.999Z', '2026-11-20'],
    ['Asia/Kolkata', '04:00', '2026-11-20T22:29:00.000Z', '2026-11-20'],
    ['Pacific/Auckland', '00:00', '2026-11-20T11:00:00.000Z', '2026-11-21'],
    ['Pacific/Auckland', '04:00', '2026-11-20T14:59:00.000Z', '2026-11-20'],
    // 2026-04-05 03:00 NZDT becomes 02:00 NZST: 02:30 happens twice, the day starts at the first.
    ['Pacific/Auckland', '02:30', '2026-04-04T13:29:59.999Z', '2026-04-04'],
    ['Pacific/Auckland', '02:30', '2026-04-04T13:30:00.000Z', '2026-04-05'],
    ['Pacific/Auckland', '02:30', '2026-04-04T14:15:00.000Z', '2026-04-05'],
    // 2026-03-29 01:00 GMT becomes 02:00 BST.
    ['Europe/London', '04:00', '2026-03-29T02:59:59.999Z', '2026-03-28'],
    ['Europe/London', '04:00', '2026-03-29T03:00:00.000Z', '2026-03-29'],
    ['Europe/London', '00:00', '2026-03-28T23:59:59.999Z', '2026-03-28'],
    ['Europe/London', '00:00', '2026-03-29T23:00:00.000Z', '2026-03-30'],
    // 2026-03-08 02:00 becomes 03:00, so 02:30 does not exist and the day starts at 03:30 summer time.
    ['America/Los_Angeles', '02:30', '2026-03-08T10:29:59.999Z', '2026-03-07'],
    ['America/Los_Angeles', '02:30', '2026-03-08T10:30:00.000Z', '2026-03-08'],
    // 2026-11-01 02:00 becomes 01:00: 01:30 happens twice.
    ['America/Los_Angeles', '01:30', '2026-11-01T08:29:59.999Z', '2026-10-31'],
    ['America/Los_Angeles', '01:30', '2026-11-01T08:30:00.000Z', '2026-11-01'],
    ['America/Los_Angeles', '01:30', '2026-11-01T09:15:00.000Z', '2026-11-01'],
    ['America/St_Johns', '00:00', '2026-11-21T03:30:00.000Z', '2026-11-21'],
    ['America/St_Johns', '04:00', '2026-07-01T06:29:00.000Z', '2026-06-30'],
    // Until 2011 St. John's went back at 00:01: midnight came, went and came again; the date does not go back. The later comes first here,
    // so that its date is worked out and not remembered.
    ['America/St_Johns', '00:00', '2010-11-07T03:00:00.000Z', '2010-11-07'],
    ['America/St_Johns', '00:00', '2010-11-07T02:30:00.000Z', '2010-11-07'],
    // Midnight of 2026-09-06 does not exist in Chile, nor that of 2026-04-24 in Egypt: the day starts at 01:00.
    ['America/Santiago', '00:00', '2026-09-06T03:59:59.999Z', '2026-09-05'],
    ['America/Santiago', '00:00', '2026-09-06T04:00:00.000Z', '2026-09-06'],
    ['Africa/Cairo', '00:00', '2026-04-23T21:59:59.999Z', '2026-04-23'],
    ['Africa/Cairo', '00:00', '2026-04-23T22:00:00.000Z', '2026-04-24'],
    // Samoa left 2011-12-30 out.
    ['Pacific/Apia', '04:00', '2011-12-30T13:59:59.999Z', '2011-12-29'],
    ['Pacific/Apia', '04:00', '2011-12-30T14:00:00.000Z', '2011-12-31'],
  ];
  for (const [timezone, dayStart, instant, date] of cases) {
    test(`${instant} in ${timezone} from ${dayStart}`, () => expect(businessDateOf(new Date(instant), at(timezone, dayStart))).toBe(date));
  }

  test('stays right when the clock moves backwards and forwards', () => {
    const store = at('Europe/Madrid', '05:00');
    for (const [instant, date] of [
      ['2026-11-21T12:00:00Z', '2026-11-21'],
      ['2026-11-20T12:00:00Z', '2026-11-20'],
      ['2026-11-21T03:59:59Z', '2026-11-20'],
      ['2026-11-21T04:00:00Z', '2026-11-21'],
      ['2020-01-01T04:00:00Z', '2020-01-01'],
      ['2026-11-21T04:00:00Z', '2026-11-21'],
    ] as const) {
      expect(businessDateOf(new Date(instant), store)).toBe(date);
    }
  });

  test('stays right for more stores than are remembered', () => {
    const noon = new Date('2026-11-21T12:00:00Z');
    const zones = ['UTC', 'Asia/Kolkata', 'America/Los_Angeles'];
    for (let round = 0; round < 2; round += 1) {
      for (const zone of zones) {
        for (let minute = 0; minute < 720; minute += 1) {
          const dayStart = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
          const late = zone === 'America/Los_Angeles' && minute > 4 * 60;
          expect(businessDateOf(noon, at(zone, dayStart))).toBe(late ? '2026-11-20' : '2026-11-21');
        }
      }
    }
  });

  test('an unknown zone, a bad day start and an invalid instant throw', () => {
    expect(() => businessDateOf(new Date(0), at('Mars/Olympus'))).toThrow(RangeError);
    expect(() => businessDateOf(new Date(0), at('UTC', '25:00'))).toThrow(RangeError);
    expect(() => businessDateOf(new Date(Number.NaN), at('UTC'))).toThrow(RangeError);
  });
});

describe('businessDayBounds', () => {
  const cases: [timezone: string, dayStart: string, date: string, start: string, hours: number][] = [
    ['UTC', '04:00', '2026-11-21', '2026-11-21T04:00:00.000Z', 24],
    ['Asia/Kolkata', '00:00', '2026-11-21', '2026-11-20T18:30:00.000Z', 24],
    ['Pacific/Auckland', '04:00', '2026-04-04', '2026-04-03T15:00:00.000Z', 25],
    ['Pacific/Auckland', '00:00', '2026-09-27', '2026-09-26T12:00:00.000Z', 23],
    ['Europe/London', '00:00', '2026-03-29', '2026-03-29T00:00:00.000Z', 23],
    ['Europe/London', '04:00', '2026-03-28', '2026-03-28T04:00:00.000Z', 23],
    ['Europe/London', '00:00', '2026-10-25', '2026-10-24T23:00:00.000Z', 25],
    ['America/St_Johns', '04:00', '2026-03-07', '2026-03-07T07:30:00.000Z', 23],
    ['America/Los_Angeles', '02:30', '2026-03-07', '2026-03-07T10:30:00.000Z', 24],
    ['America/Los_Angeles', '02:30', '2026-03-08', '2026-03-08T10:30:00.000Z', 23],
    ['America/Los_Angeles', '00:00', '2026-11-01', '2026-11-01T07:00:00.000Z', 25],
    ['America/Santiago', '00:00', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
    ['Africa/Cairo', '00:00', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
    ['Australia/Lord_Howe', '00:00', '2026-10-04', '2026-10-03T13:30:00.000Z', 23.5],
    ['Pacific/Apia', '00:00', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
  ];
  for (const [timezone, dayStart, date, start, hours] of cases) {
    test(`${date} in ${timezone} from ${dayStart}`, () => {
      const bounds = businessDayBounds(date, at(timezone, dayStart));
      expect(bounds.start.toISOString()).toBe(start);
      expect((bounds.end.getTime() - bounds.start.getTime()) / 3_600_000).toBe(hours);
    });
  }
  test('30 February throws', () => expect(() => businessDayBounds('2026-02-30', at('UTC'))).toThrow(RangeError));
});

const zones = [
  'UTC',
  'Pacific/Auckland',
  'Pacific/Apia',
  'Asia/Kolkata',
  'Europe/London',
  'Africa/Cairo',
  'America/Santiago',
  'America/St_Johns',
  'America/Los_Angeles',
  'Australia/Lord_Howe',
];
const store = fc.record({
  timezone: fc.constantFrom(...zones),
  dayStart: fc.oneof(
    fc.constantFrom('00:00', '04:00', '02:30'),
    fc.integer({ min: 0, max: 1439 }).map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16)),
  ),
});

describe('business days tile the time line', () => {
  const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2037-01-01'), noInvalidDate: true });

  test('each instant lies within the bounds of its own date', () =>
    fc.assert(
      fc.property(instant, store, (time, clock) => {
        const { start, end } = businessDayBounds(businessDateOf(time, clock), clock);
        expect(start <= time && time < end).toBe(true);
      }),
      { numRuns: 400 },
    ));

  test('a day ends where the next one starts, and its edges belong to it', () => {
    for (const timezone of zones) {
      for (const dayStart of ['00:00', '02:30', '04:00']) {
        const clock = at(timezone, dayStart);
        let last = businessDayBounds('2025-12-31', clock);
        for (let day = 0; day < 365; day += 1) {
          const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
          const { start, end } = businessDayBounds(date, clock);
          expect(start).toEqual(last.end);
          expect(businessDateOf(start, clock)).toBe(date);
          expect(businessDateOf(new Date(end.getTime() - 1), clock)).toBe(date);
          last = { start, end };
        }
      }
    }
  });
});

/** The page's clock; as the compiler knows it, nothing of the server may import it. */
interface Page {
  businessDayOf: (instant: number, store: { timezone: string; dayStart: string }) => string;
  startOfDay: (date: string, store: { timezone: string; dayStart: string }) => number;
}

describe('the page has the same business days', () => {
  const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2037-01-01'), noInvalidDate: true });
  test('at any instant', async () => {
    const page = (await import('#web/platform/store-clock.ts' as string)) as Page;
    fc.assert(
      fc.property(time, store, (instant, clock) => {
        const date = businessDateOf(instant, clock);
        expect(page.businessDayOf(instant.getTime(), clock)).toBe(date);
        expect(page.startOfDay(date, clock)).toBe(businessDayBounds(date, clock).start.getTime());
      }),
      { numRuns: 400 },
    );
  });

  test('they start at the same instant all year, also where the clocks change', async () => {
    const page = (await import('#web/platform/store-clock.ts' as string)) as Page;
    for (const timezone of zones)
      for (const dayStart of ['00:00', '01:30', '02:30'])
        for (let day = 0; day < 365; day += 1) {
          const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
          const start = businessDayBounds(date, at(timezone, dayStart)).start.getTime();
          expect(page.startOfDay(date, at(timezone, dayStart))).toBe(start);
        }
  });
});

describe('isTimezone', () => {
  for (const name of ['UTC', 'Europe/London', 'Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5']) {
    test(`${name}`, () => expect(isTimezone(name)).toBe(true));
  }
  for (const name of ['', 'Mars/Olympus', '+05:30', 'Europe/London ', 'Europe/London\u0000', 'undefined', '../etc/passwd']) {
    test(`not ${JSON.stringify(name)}`, () => expect(isTimezone(name)).toBe(false));
  }
  // of JavaScript's own formatter, and of nobody who computes days
  for (const name of ['IST', 'BST', 'CST', 'PST', 'JST', 'AET']) test(`not ${name}`, () => expect(isTimezone(name)).toBe(false));
});

describe('parseLocalDateTime', () => {
  const cases: [text: string, timezone: string, instant: string | undefined][] = [
    ['2026-11-21T18:30', 'UTC', '2026-11-21T18:30:00.000Z'],
    ['2026-11-21T18:30', 'Asia/Kolkata', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T18:30:15', 'America/St_Johns', '2026-11-21T22:00:15.000Z'],
    ['2026-11-21T18:30:15.250', 'UTC', '2026-11-21T18:30:15.250Z'],
    ['2026-07-01T00:00', 'Europe/London', '2026-06-30T23:00:00.000Z'],
    ['2026-03-08T02:30', 'America/Los_Angeles', '2026-03-08T10:30:00.000Z'],
    ['2026-11-01T01:30', 'America/Los_Angeles', '2026-11-01T08:30:00.000Z'],
    ['2026-11-21T18:30:00.000Z', 'Asia/Kolkata', '2026-11-21T18:30:00.000Z'],
    ['2026-11-21T18:30Z', 'Asia/Kolkata', '2026-11-21T18:30:00.000Z'],
    ['2026-11-21T18:30:00+13:00', 'UTC', '2026-11-21T05:30:00.000Z'],
    ['2026-11-21T18:30:00-0330', 'UTC', '2026-11-21T22:00:00.000Z'],
    ['2028-02-29T12:00', 'UTC', '2028-02-29T12:00:00.000Z'],
    ['1970-01-01T00:00', 'UTC', '1970-01-01T00:00:00.000Z'],
    ['2200-12-31T23:59', 'UTC', '2200-12-31T23:59:00.000Z'],
    ['1969-12-31T23:59', 'UTC', undefined],
    ['2201-01-01T00:00', 'UTC', undefined],
    ['0000-01-01T00:00', 'UTC', undefined],
    ['2026-02-30T12:00', 'UTC', undefined],
    ['2026-02-30T12:00:00Z', 'UTC', undefined],
    ['2027-02-29T12:00', 'UTC', undefined],
    ['2026-13-01T12:00', 'UTC', undefined],
    ['2026-11-21T24:00', 'UTC', undefined],
    ['2026-11-21T18:60', 'UTC', undefined],
    ['2026-11-21T18:30:60', 'UTC', undefined],
    ['2026-11-21T18:30:00+99:00', 'UTC', undefined],
    ['2026-11-21', 'UTC', undefined],
    ['2026-11-21 18:30', 'UTC', undefined],
    ['2026-11-21T18:30[Europe/London]', 'UTC', undefined],
    ['+002026-11-21T18:30', 'UTC', undefined],
    ['tomorrow', 'UTC', undefined],
    ['', 'UTC', undefined],
  ];
  for (const [text, timezone, instant] of cases) {
    test(`'${text}' in ${timezone}`, () => expect(parseLocalDateTime(text, timezone)?.toISOString()).toBe(instant));
  }
  test('an unknown zone throws', () => expect(() => parseLocalDateTime('2026-11-21T18:30', 'Mars/Olympus')).toThrow(RangeError));
});
