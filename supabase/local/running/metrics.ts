/**
 * Metrics in the text format of Prometheus, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/). Names and units follow its conventions.
 */
import type { Health } from './health.ts';
import type { RouteClass } from './routeClass.ts';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Upper bounds of the histogram of durations, s. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Histogram {
  buckets: number[];
  sum: number;
  count: number;
}

export interface Metrics {
  /** A request has begun; returns the function to call when it has ended, with its status and duration in seconds. */
  begin(): (route: RouteClass, method: string, status: number, seconds: number) => void;
  text(health: Health): string;
}

type Sample = [labels: Readonly<Record<string, string | number>>, value: number];

/** A family of samples; labels are our own words and need no escaping. */
function family(name: string, type: 'counter' | 'gauge', help: string, samples: readonly Sample[]): string[] {
  if (samples.length === 0) return [];
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => line(name, sample))];
}

function line(name: string, [labels, value]: Sample): string {
  const written = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
  return `${name}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}`;
}

export function createMetrics(): Metrics {
  const requests = new Map<string, { route: RouteClass; method: string; status: number; count: number }>();
  const durations = new Map<RouteClass, Histogram>();
  let underWay = 0;
  const started = Date.now() / 1000 - process.uptime();

  function histograms(): string[] {
    const name = 'accord_http_request_duration_seconds';
    const lines = [`# HELP ${name} Time from the first byte of a request to the end of its answer.`];
    lines.push(`# TYPE ${name} histogram`);
    for (const [route, { buckets, sum, count }] of durations) {
      BOUNDS.forEach((le, i) => lines.push(line(`${name}_bucket`, [{ route, le }, buckets[i]!])));
      lines.push(line(`${name}_bucket`, [{ route, le: '+Inf' }, count]));
      lines.push(line(`${name}_sum`, [{ route }, sum]), line(`${name}_count`, [{ route }, count]));
    }
    return durations.size === 0 ? [] : lines;
  }

  return {
    begin() {
      underWay++;
      return (route, method, status, seconds) => {
        underWay--;
        const known = METHODS.has(method) ? method : 'other';
        const key = `${route} ${known} ${status}`;
        const counted = requests.get(key) ?? { route, method: known, status, count: 0 };
        counted.count++;
        requests.set(key, counted);
        const histogram = durations.get(route) ?? { buckets: BOUNDS.map(() => 0), sum: 0, count: 0 };
        BOUNDS.forEach((bound, i) => (histogram.buckets[i]! += Number(seconds <= bound)));
        histogram.sum += seconds;
        histogram.count++;
        durations.set(route, histogram);
      };
    },
    text({ status, database, storage, mail, disk }) {
      const { rss, heapUsed } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      const up: Sample[] = Object.entries({ database, storage, mail, disk }).flatMap(([part, state]) =>
        state === null ? [] : [[{ part }, Number(state.ok)] as Sample],
      );
      const queues: Sample[] = [];
      if (database) queues.push([{ queue: 'database' }, database.waiting]);
      if (mail) queues.push([{ queue: 'mail' }, mail.waiting]);
      return [
        ...family(
          'accord_http_requests_total',
          'counter',
          'Answered requests.',
          [...requests.values()].map(({ count, ...labels }) => [labels, count]),
        ),
        ...histograms(),
        ...family('accord_http_requests_in_progress', 'gauge', 'Requests under way.', [[{}, underWay]]),
        ...family('accord_healthy', 'gauge', 'Whether /healthz answers 200.', [[{}, Number(status === 'ok')]]),
        ...family('accord_part_up', 'gauge', 'Whether a part of the server works.', up),
        ...family(
          'accord_database_restarts_total',
          'counter',
          'How often the database was opened again after a crash or an endless statement.',
          database ? [[{}, database.restarts]] : [],
        ),
        ...family('accord_queue_length', 'gauge', 'Requests to the database, and mails, that wait.', queues),
        ...family(
          'accord_mail_oldest_seconds',
          'gauge',
          'Age of the oldest mail that waits.',
          mail ? [[{}, mail.oldest_seconds]] : [],
        ),
        ...family(
          'accord_disk_free_bytes',
          'gauge',
          'Free space on the disk of the data.',
          disk ? [[{}, disk.free_bytes]] : [],
        ),
        ...family(
          'accord_disk_size_bytes',
          'gauge',
          'Size of the disk of the data.',
          disk ? [[{}, disk.size_bytes]] : [],
        ),
        ...family('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [[{}, rss]]),
        ...family('nodejs_heap_size_used_bytes', 'gauge', 'Heap of the main thread.', [[{}, heapUsed]]),
        ...family('process_cpu_seconds_total', 'counter', 'Computing time of the process.', [
          [{}, (user + system) / 1e6],
        ]),
        ...family('process_start_time_seconds', 'gauge', 'Start of the process since 1970.', [[{}, started]]),
        '',
      ].join('\n');
    },
  };
}
