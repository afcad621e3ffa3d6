import { useEffect, useEffectEvent, useState } from 'react';
import { Scope } from '#core/lifetime/scope.ts';

/**
 * Accepts files dropped anywhere on the page, and pasted files or links. Returns true while a file hovers over the
 * page.
 * @param enabled otherwise it does nothing (but never opens the file in the tab)
 * @param onBrought receives the files, and the pasted text
 */
export function useDropAndPaste(enabled: boolean, onBrought: (files: File[], text: string) => void): boolean {
  const [hovering, setHovering] = useState(false);
  const take = useEffectEvent(onBrought);
  const welcome = useEffectEvent(() => enabled);
  useEffect(() => {
    const scope = new Scope();
    // dragenter and dragleave fire for every crossed element; the page was left when their counts are equal.
    let depth = 0;
    const steps: Record<string, number> = { dragenter: 1, dragover: 0, dragleave: -1, drop: -Infinity };
    for (const type of Object.keys(steps))
      scope.listen<DragEvent>(window, type, (event) => {
        const data = event.dataTransfer;
        if (!data?.types.includes('Files')) return;
        event.preventDefault();
        data.dropEffect = welcome() ? 'copy' : 'none';
        depth = Math.max(0, depth + steps[type]!);
        setHovering(depth > 0 && welcome());
        if (type === 'drop' && welcome()) take([...data.files], '');
      });
    scope.listen(window, 'paste', ({ target, clipboardData }) => {
      // Leave pastes into form fields alone.
      if (clipboardData === null || (target as Element).closest('input,textarea') || !welcome()) return;
      take([...clipboardData.files], clipboardData.getData('text'));
    });
    return () => scope.dispose();
  }, []);
  return hovering;
}
