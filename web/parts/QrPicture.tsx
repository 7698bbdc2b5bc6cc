import { create } from 'qrcode';
import { useMemo } from 'react';
import { QR_CORRECTION, QR_MARGIN } from './qr.ts';

interface QrPictureProps {
  address: string;
  /** What the code is, for who cannot see it. */
  label: string;
  className?: string | undefined;
}

/** A QR code as a drawing that is sharp in any size; black on white in the dark too, since readers expect it. */
export const QrPicture = ({ address, label, className }: QrPictureProps) => {
  const { size, path } = useMemo(() => {
    const { modules } = create(address, { errorCorrectionLevel: QR_CORRECTION });
    const squares = Array.from(modules.data, (isDark, place) =>
      isDark ? `M${(place % modules.size) + QR_MARGIN} ${Math.floor(place / modules.size) + QR_MARGIN}h1v1h-1z` : '',
    );
    return { size: modules.size + 2 * QR_MARGIN, path: squares.join('') };
  }, [address]);

  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={className} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};
