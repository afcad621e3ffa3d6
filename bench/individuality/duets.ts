/**
 * `npx tsx bench/individuality/duets.ts --sheet FILE.png`: 24 duets, a wreath of 16 voices and the accord of a room of all of them
 * on light and on dark paper, to be looked at. `--set FOLDER` takes recordings of a folder (WAVE files named `kind__name.wav`) instead of the generated corpus.
 */
import { resolve } from 'node:path';
import { accordOf, MAX_VOICES, type Voice } from '../../src/features/fragrance/domain/accord/accord.ts';
import { drawAccord } from '../../src/features/fragrance/domain/accord/accordFace.ts';
import { accordSentence } from '../../src/features/fragrance/domain/accord/sentence.ts';
import { drawFragrance } from '../../src/features/fragrance/domain/drawing/drawing.ts';
import { roomAccord, roomFaceOf } from '../../src/features/room/domain/index.ts';
import { generateCorpus } from '../accuracy/generate.ts';
import { option } from '../report.ts';
import { recordingsIn } from './recordings.ts';
import { writeSheet } from './sheet.ts';

const DUETS = 24;

const set = option('set');
const sheet = option('sheet');
if (sheet === null) throw new Error('Say where the sheet goes: --sheet FILE.png');
const folder = set === null ? generateCorpus(console.error).folder : resolve(set);
const voices = recordingsIn(folder, DUETS + 1).map(({ fragrance }): Voice => fragrance);
if (voices.length < MAX_VOICES) throw new Error(`${folder} holds too few recordings.`);
const together = [
  ...voices.slice(1).map((voice, i) => [voices[i]!, voice]),
  voices.slice(0, 3),
  voices.slice(0, 7),
  voices.slice(0, MAX_VOICES),
];
for (const some of together) console.log(`${accordOf(some).name}: ${accordSentence(some)}`);
const room = roomAccord(voices.map(roomFaceOf))!;
console.log(`A room of ${voices.length}: ${room.name}`);
writeSheet(resolve(sheet), [...together.map((some) => drawAccord(accordOf(some))), drawFragrance(room.drawable)]);
