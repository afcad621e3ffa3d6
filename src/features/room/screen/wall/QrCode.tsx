import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './Wall.module.css';

/** The QR code of an address, dark on light in either scheme: cameras expect that. The address stands beside it. */
export default function QrCode({ address }: { address: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(address, { ecc: 'M', border: 2 });
    const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
    return { size, path };
  }, [address]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
