import { createPngFromPixels } from "../../state/createPng.ts";

/** A file that is attached to an artifact of the story. */
export interface StoryFile {
  readonly name: string;
  readonly mimeType: string;
  readonly description: string;
  readonly content: Buffer;
}

const minutesPerDay = 24 * 60;
/** The principal lunar tide: two high waters in a bit more than a day. */
const tidePeriod = 12 * 60 + 25;

function getLevel(minutes: number): number {
  return 2.1 + 1.6 * Math.cos(((minutes - 190) / tidePeriod) * 2 * Math.PI);
}

/** The forecast of a day on which the clocks were set back at three o'clock: it is an hour late from then on. */
function getForecast(minutes: number): number {
  return getLevel(minutes < 180 ? minutes : minutes - 60);
}

function createReadings(): string {
  const rows = Array.from({ length: minutesPerDay / 10 }, (_, index) => {
    const minutes = index * 10;
    const time = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
    // Waves, of a few centimetres.
    const measured = getLevel(minutes) + 0.03 * Math.sin(index * 2.3);
    return `${time},${measured.toFixed(2)},${getForecast(minutes).toFixed(2)}`;
  });
  return `${["time,measured_m,forecast_m", ...rows].join("\n")}\n`;
}

type Color = readonly [red: number, green: number, blue: number];

/** The readings and the forecast as two curves. */
function createChart(): Buffer {
  const width = 640;
  const height = 320;
  const pixels = Buffer.alloc(width * height * 3, 255);
  const paint = (x: number, y: number, color: Color): void => {
    if (x >= 0 && x < width && y >= 0 && y < height) pixels.set(color, (y * width + x) * 3);
  };
  const toY = (level: number): number => Math.round(height - 30 - (level / 4) * (height - 60));
  for (let level = 0; level <= 4; level += 1) {
    for (let x = 0; x < width; x += 1) paint(x, toY(level), [225, 228, 232]);
  }
  for (let hour = 0; hour <= 24; hour += 3) {
    for (let y = 0; y < height; y += 1) paint(Math.round((hour / 24) * (width - 1)), y, [225, 228, 232]);
  }
  const drawCurve = (getHeight: (minutes: number) => number, color: Color): void => {
    for (let x = 0; x < width; x += 1) {
      const y = toY(getHeight((x / width) * minutesPerDay));
      for (const offset of [-1, 0, 1]) paint(x, y + offset, color);
    }
  };
  drawCurve(getForecast, [217, 119, 6]);
  drawCurve(getLevel, [29, 95, 166]);
  return createPngFromPixels(width, height, pixels);
}

export const clockChangeReadings: StoryFile = {
  name: "aalesund-readings.csv",
  mimeType: "text/csv",
  description: "Gauge and forecast, every ten minutes",
  content: Buffer.from(createReadings()),
};

export const clockChangeChart: StoryFile = {
  name: "forecast-one-hour-late.png",
  mimeType: "image/png",
  description: "Blue is the gauge, orange the forecast",
  content: createChart(),
};

export const rebuildLog: StoryFile = {
  name: "rebuild.log",
  mimeType: "text/plain",
  description: "The last run",
  content: Buffer.from(`22:00:01 rebuild started, 4812 stations
22:00:04 4 workers, cache 3.1 GB
23:41:17 1200 stations, 84/min
01:58:40 2400 stations, 78/min
03:12:09 worker 3 restarted: heap limit
04:37:55 3600 stations, 71/min
06:00:00 stopped by the scheduler, 4017 of 4812 stations
`),
};

export const importSample: StoryFile = {
  name: "rotterdam-constituents.csv",
  mimeType: "text/csv",
  description: "M2 is there twice",
  content: Buffer.from(`name,amplitude_m,speed_deg_per_h,phase_deg
M2,0.79,28.984,62
S2,0.19,30.000,118
N2,0.12,28.440,39
M2,0.79,28.984,62
O1,0.11,13.943,187
`),
};

export const relayLog: StoryFile = {
  name: "mail-relay.log",
  mimeType: "text/plain",
  description: "Both deliveries",
  content: Buffer.from(`05:12:30 queue surge-warning station=CUX recipients=41
05:12:30 connect relay.example:587
05:13:00 timeout after 30 s, will retry
05:13:02 250 accepted (31.8 s)
05:13:10 connect relay.example:587
05:13:12 250 accepted (1.9 s)
`),
};
