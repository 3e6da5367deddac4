import { formatIsoDate, parseDate } from "../../clock.ts";

const minute = 60 * 1000;
const day = 24 * 60 * minute;

/** A moment before the start of the demo. */
export type Moment = (now: number) => number;

/** A time of day on the server, some working days ago, so that nobody works on weekends. */
export function workdaysAgo(count: number, time: `${string}:${string}`): Moment {
  return (now) => {
    let at = now;
    for (let remaining = count; remaining > 0;) {
      at -= day;
      if (!isWeekend(at)) remaining -= 1;
    }
    return parseDate(`${formatIsoDate(at).slice(0, 10)} ${time}`) ?? at;
  };
}

export function minutesAgo(count: number): Moment {
  return (now) => now - count * minute;
}

function isWeekend(at: number): boolean {
  return [0, 6].includes(new Date(at).getUTCDay());
}

/** The story covers the last six weeks; the generated artifacts are older. */
export function getStoryStart(now: number): number {
  return now - 45 * day;
}
