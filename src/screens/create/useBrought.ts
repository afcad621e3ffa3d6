import { useEffect, useEffectEvent, useState } from 'react';
import { Scope } from '../../platform/lifetime/scope.ts';

/**
 * Files may be dropped anywhere on the page, and files or a link pasted. Answers whether a file hovers over it right now.
 * @param enabled whether that is welcome; otherwise it does nothing (but never opens the file in the tab)
 * @param onBrought gets the files, and the text of what was pasted
 */
export function useBrought(enabled: boolean, onBrought: (files: File[], text: string) => void): boolean {
  const [hovering, setHovering] = useState(false);
  const take = useEffectEvent(onBrought);
  const welcome = useEffectEvent(() => enabled);
  useEffect(() => {
    const scope = new Scope();
    // dragenter and dragleave fire for every element that is crossed; the page is left when they are even.
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
      // A form keeps what is pasted into it.
      if (clipboardData === null || (target as Element).closest('input,textarea') || !welcome()) return;
      take([...clipboardData.files], clipboardData.getData('text'));
    });
    return () => scope.dispose();
  }, []);
  return hovering;
}
