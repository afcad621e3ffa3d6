import { useEffect, useEffectEvent, useState } from 'react';
import { Scope } from '../../platform/lifetime/scope.ts';

/**
 * Files may be dropped anywhere on the page. Answers whether a file hovers over it right now.
 * @param enabled whether a drop is welcome; otherwise it does nothing (but never opens the file in the tab)
 */
export function useDrop(enabled: boolean, onFile: (file: File) => void): boolean {
  const [hovering, setHovering] = useState(false);
  const take = useEffectEvent(onFile);
  const welcome = useEffectEvent(() => enabled);
  useEffect(() => {
    const scope = new Scope();
    // dragenter and dragleave fire for every element that is crossed; the page is left when they are even.
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    scope.listen(window, 'dragenter', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth++;
      setHovering(welcome());
    });
    scope.listen(window, 'dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = welcome() ? 'copy' : 'none';
    });
    scope.listen(window, 'dragleave', (event) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setHovering(false);
    });
    scope.listen(window, 'drop', (event) => {
      const file = event.dataTransfer?.files[0];
      depth = 0;
      setHovering(false);
      if (file === undefined) return;
      event.preventDefault();
      if (welcome()) take(file);
    });
    return () => scope.dispose();
  }, []);
  return hovering;
}
