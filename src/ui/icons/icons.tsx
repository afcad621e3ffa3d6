import type { ReactNode } from 'react';

/* Line icons on a 24 px grid, in the text's colour. Decorative: the text beside them has the meaning. */

export function Icon({ children, size = 22 }: { children: ReactNode; size?: number | undefined }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export interface IconProps {
  size?: number;
}

export const MenuIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4 8h16M4 16h16" />
  </Icon>
);

export const CloseIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
);

export const PlayIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M7.5 5.2v13.6L18.5 12z" fill="currentColor" />
  </Icon>
);

export const StopIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="7" y="7" width="10" height="10" rx="2" fill="currentColor" />
  </Icon>
);

export const MicrophoneIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="9" y="3.5" width="6" height="11" rx="3" />
    <path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v2.5" />
  </Icon>
);

export const UploadIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M12 16V4.5m0 0L7.5 9M12 4.5 16.5 9M4.5 15.5v2.5a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-2.5" />
  </Icon>
);

export const CameraIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="3.5" y="6.5" width="12" height="11" rx="2.5" />
    <path d="m15.5 11 5-3v8l-5-3" />
  </Icon>
);
