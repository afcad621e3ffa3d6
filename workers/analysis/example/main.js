// Transcribes the microphone: shows the pitch while it sounds, and the notes once the button is pressed again.
import { midiName } from '@accord/analysis';
import { listen } from '@accord/analysis/capture';
import workerUrl from '@accord/analysis/worker?url&no-inline';
import workletUrl from '@accord/analysis/worklet?url&no-inline';

const button = document.querySelector('button');
const show = (id, text) => (document.getElementById(id).textContent = text);
const worker = new Worker(workerUrl, { type: 'module' });
const context = new AudioContext();
let microphone = null;
let listening = null;

button.addEventListener('click', async () => {
  await context.resume();
  if (listening === null) {
    const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    microphone = await navigator.mediaDevices.getUserMedia({ audio });
    listening = await listen(context.createMediaStreamSource(microphone), {
      worker,
      worklet: workletUrl,
      onUpdate: ({ pitch }) => show('pitch', pitch === null ? '' : midiName(pitch.midi)),
    });
    button.textContent = 'Stop';
  } else {
    const { analysis } = await listening.finish();
    listening = null;
    for (const track of microphone.getTracks()) track.stop();
    show('notes', analysis.notes.map(({ midi }) => midiName(midi)).join(' '));
    button.textContent = 'Listen';
  }
});
