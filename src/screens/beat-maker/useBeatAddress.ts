import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useSearch } from 'wouter';
import { Scope } from '#core/lifetime/scope.ts';
import { BEAT_PARAMETER, beatParameter, openBeat } from '#features/instruments/state/beat/beat.ts';
import { beatMaker } from '#features/instruments/state/beat/beatMaker.ts';

/** Delay between a change and the update of the URL, ms: Safari allows 100 updates in 30 s. */
const WRITE_MS = 350;

/** The URL of a beat, for a link. */
export function beatAddress(beat: Parameters<typeof beatParameter>[0]): string {
  const address = new URL(window.location.href);
  address.hash = '';
  address.search = `?${BEAT_PARAMETER}=${beatParameter(beat)}`;
  return address.href;
}

/** Synchronises beat and URL: a link opens its beat, and a change of the beat changes the URL. */
export function useBeatAddress(): void {
  const search = useSearch();
  const { beat } = useSnapshot(beatMaker);
  const written = useRef<string | null>(null);
  const opened = useRef<string | null>(null);

  useEffect(() => {
    const parameter = new URLSearchParams(search).get(BEAT_PARAMETER);
    if (opened.current !== null && parameter === written.current) return;
    openBeat(parameter);
    opened.current = beatParameter(beatMaker.beat);
    written.current = parameter;
  }, [search]);

  useEffect(() => {
    // A URL without a beat stays clean until the first change.
    const parameter = beatParameter(beat);
    if (parameter === opened.current && written.current === null) return undefined;
    const scope = new Scope();
    scope.timeout(() => {
      if (parameter === written.current) return;
      written.current = parameter;
      window.history.replaceState(window.history.state, '', beatAddress(beat));
    }, WRITE_MS);
    return () => scope.dispose();
  }, [beat]);
}
