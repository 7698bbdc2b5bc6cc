/** From the largest note to the smallest coin, by ones, twos and fives between them: what most currencies have. */
const between: Record<string, readonly [largest: number, smallest: number]> = {
  BGN: [100, 0.01],
  BDT: [1000, 1],
  BHD: [20, 0.005],
  CHF: [200, 0.05],
  CLP: [20_000, 10],
  CNY: [100, 0.1],
  COP: [100_000, 50],
  CZK: [5000, 1],
  DKK: [1000, 0.5],
  EUR: [500, 0.01],
  GBP: [50, 0.01],
  GEL: [200, 0.05],
  GHS: [200, 0.1],
  HKD: [1000, 0.1],
  HUF: [20_000, 5],
  IDR: [100_000, 100],
  ILS: [200, 0.1],
  INR: [500, 1],
  JOD: [50, 0.01],
  KES: [1000, 1],
  KZT: [20_000, 1],
  LKR: [5000, 1],
  MAD: [200, 0.1],
  MXN: [1000, 0.5],
  MYR: [100, 0.05],
  NGN: [1000, 1],
  NOK: [1000, 1],
  NPR: [1000, 1],
  NZD: [100, 0.1],
  OMR: [50, 0.005],
  PEN: [200, 0.1],
  PKR: [5000, 1],
  PLN: [500, 0.01],
  RON: [500, 0.01],
  RSD: [5000, 1],
  RUB: [5000, 1],
  SEK: [1000, 1],
  SGD: [100, 0.05],
  TZS: [10_000, 50],
  UAH: [1000, 0.1],
  UGX: [50_000, 50],
  UYU: [2000, 1],
  ZAR: [200, 0.1],
};

const dollars = [100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.01];
/** Those that are made up otherwise. */
const others: Record<string, readonly number[]> = {
  AED: [1000, 500, 200, 100, 50, 20, 10, 5, 1, 0.5, 0.25],
  ARS: [20_000, 10_000, 2000, 1000, 500, 200, 100, 50, 10, 5, 2, 1],
  AUD: [100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05],
  BRL: [200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05],
  CAD: [100, 50, 20, 10, 5, 2, 1, 0.25, 0.1, 0.05],
  EGP: [200, 100, 50, 20, 10, 5, 1, 0.5, 0.25],
  ISK: [10_000, 5000, 2000, 1000, 500, 100, 50, 10, 5, 1],
  JPY: [10_000, 5000, 2000, 1000, 500, 100, 50, 10, 5, 1],
  KRW: [50_000, 10_000, 5000, 1000, 500, 100, 50, 10],
  KWD: [20, 10, 5, 1, 0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.005],
  PHP: [1000, 500, 200, 100, 50, 20, 10, 5, 1, 0.25, 0.05],
  QAR: [500, 200, 100, 50, 10, 5, 1, 0.5, 0.25],
  SAR: [500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05],
  THB: [1000, 500, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.25],
  TRY: [200, 100, 50, 20, 10, 5, 1, 0.5, 0.25, 0.1, 0.05],
  TWD: [2000, 1000, 500, 200, 100, 50, 10, 5, 1],
  USD: dollars,
  VND: [500_000, 200_000, 100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000],
};

const STEPS = [1, 2, 5];
const POWERS = [6, 5, 4, 3, 2, 1, 0, -1, -2, -3];
const series = STEPS.flatMap((step) => POWERS.map((power) => Number(`${step}e${power}`))).sort((a, b) => b - a);

/** The notes and coins in which cash of a currency is counted, as decimals, largest first. */
export const coinsOf = (code: string, decimals: number): readonly number[] => {
  const known = others[code];
  if (known) return known;
  const [largest, smallest] = between[code] ?? (decimals === 0 ? [50_000, 1] : [1000, 0.05]);
  return series.filter((value) => value <= largest && value >= smallest);
};
