import { useEffect, useRef, useState } from 'react';
import { STORE_FRAGRANCES, type StoreFragrance } from '../../features/community/domain/storeCatalogue.ts';
import { mountShopWidget, shopWidget } from '../../core/network/shopWidget.ts';
import { Button, type ButtonLook } from '../../ui/controls/Button.tsx';

interface OrderButtonProps {
  fragrance: StoreFragrance;
  label: string;
  look: ButtonLook;
  /** Opens the preorder dialog. */
  onOrder: (fragrance: StoreFragrance) => void;
}

/** The external shop's button where one is configured and reachable; else the preorder button. */
export function OrderButton({ fragrance, label, look, onOrder }: OrderButtonProps) {
  const [config] = useState(() => shopWidget(STORE_FRAGRANCES.indexOf(fragrance)));
  const [failed, setFailed] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = place.current;
    if (config === null || parent === null) return undefined;
    let here = true;
    // The library fills its container: use a new element, so that a second mount does not show two.
    const node = document.createElement('div');
    parent.append(node);
    mountShopWidget(config, node, label).catch(() => here && setFailed(true));
    return () => {
      here = false;
      node.remove();
    };
  }, [config, label]);
  if (config !== null && !failed) return <div ref={place} />;
  return (
    <Button
      look={look}
      aria-haspopup="dialog"
      aria-label={`${label} ${fragrance.name}`}
      onClick={() => onOrder(fragrance)}
    >
      {label}
    </Button>
  );
}
