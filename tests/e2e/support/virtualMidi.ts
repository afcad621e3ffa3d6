import type { Page } from '@playwright/test';

/**
 * A browser with MIDI devices that a test plays: a small stand-in for `requestMIDIAccess`. Call before the page is
 * opened.
 */
export async function installMidi(
  page: Page,
  devices: readonly string[],
  answer: 'granted' | 'refused' = 'granted',
): Promise<void> {
  await page.addInitScript(
    ({ devices, answer }) => {
      class Input extends EventTarget {
        state = 'connected';
        readonly type = 'input';
        constructor(
          readonly id: string,
          readonly name: string,
        ) {
          super();
        }
        open(): Promise<this> {
          return Promise.resolve(this);
        }
      }
      const inputs = new Map<string, Input>();
      const access = Object.assign(new EventTarget(), {
        inputs,
        outputs: new Map(),
        sysexEnabled: false,
      });
      const plug = (name: string): void => {
        inputs.set(name, new Input(name, name));
        access.dispatchEvent(new Event('statechange'));
      };
      for (const name of devices) plug(name);
      Object.assign(window, {
        virtualMidi: {
          plug,
          unplug: (name: string) => {
            const input = inputs.get(name);
            if (input !== undefined) input.state = 'disconnected';
            inputs.delete(name);
            access.dispatchEvent(new Event('statechange'));
          },
          send: (name: string, bytes: number[]) => {
            const event = Object.assign(new Event('midimessage'), { data: new Uint8Array(bytes) });
            inputs.get(name)?.dispatchEvent(event);
          },
        },
      });
      Object.defineProperty(navigator, 'requestMIDIAccess', {
        configurable: true,
        value: ({ sysex }: { sysex?: boolean } = {}) => {
          if (sysex === true) return Promise.reject(new DOMException('no sysex was to be asked for', 'SecurityError'));
          return answer === 'granted'
            ? Promise.resolve(access)
            : Promise.reject(new DOMException('refused', 'NotAllowedError'));
        },
      });
    },
    { devices, answer },
  );
}

export interface VirtualMidi {
  plug(name: string): void;
  unplug(name: string): void;
  send(name: string, bytes: number[]): void;
}

export async function sendMidi(page: Page, device: string, ...messages: readonly number[][]): Promise<void> {
  await page.evaluate(
    ([name, messages]) => {
      for (const bytes of messages) (window as unknown as { virtualMidi: VirtualMidi }).virtualMidi.send(name, bytes);
    },
    [device, messages.map((bytes) => [...bytes])] as const,
  );
}

export async function plugMidi(page: Page, device: string): Promise<void> {
  await page.evaluate((name) => (window as unknown as { virtualMidi: VirtualMidi }).virtualMidi.plug(name), device);
}

export async function unplugMidi(page: Page, device: string): Promise<void> {
  await page.evaluate((name) => (window as unknown as { virtualMidi: VirtualMidi }).virtualMidi.unplug(name), device);
}
