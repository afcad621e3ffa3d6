import { proxy, ref } from 'valtio';
import type { Subject } from '../domain/moderation.ts';
import { block, hide } from './acts.ts';

/** An act that needs a reason before it is done. */
export type Question =
  | { act: 'hide'; things: readonly Subject[]; title: string }
  | { act: 'block'; members: readonly string[]; title: string };

/** The reason that is asked for. */
export const question = proxy<{ asked: Question | null }>({ asked: null });

/** Asks for the reason of an act. */
export function ask(asked: Question): void {
  question.asked = ref(asked);
}

export function closeQuestion(): void {
  question.asked = null;
}

/** Does what was asked about, for a reason. The question stays open when it fails, so that no reason is lost. */
export async function answerQuestion(reason: string): Promise<void> {
  const { asked } = question;
  if (asked === null) return;
  const ok = asked.act === 'hide' ? await hide(asked.things, reason.trim()) : await block(asked.members, reason.trim());
  if (ok && question.asked === asked) closeQuestion();
}
