import { useId } from 'react';
import { useLocation } from 'wouter';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';

type Instrument = 'beats' | 'keyboard';

/**
 * Offers the notes of a fragrance to the beat maker and the keyboard.
 * @param props.openOn takes the notes there; returns the path of the screen
 */
export function PlayNotes({ openOn }: { openOn: (instrument: Instrument) => Promise<string> }) {
  const heading = useId();
  const [, navigate] = useLocation();
  const play = async (instrument: Instrument) => navigate(await openOn(instrument));
  return (
    <Stack as="section" gap={4} aria-labelledby={heading}>
      <Text as="h2" id={heading} size="subtitle" weight="regular">
        Play with its notes
      </Text>
      <Row wrap gap={3} data-screen-only="">
        <Button variant="outline" onClick={() => void play('beats')}>
          Make a beat of it
        </Button>
        <Button variant="outline" onClick={() => void play('keyboard')}>
          Play it on the keyboard
        </Button>
      </Row>
    </Stack>
  );
}
