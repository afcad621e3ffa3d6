import type { ReactNode } from 'react';

/* Line icons on a 24 px grid, in the text's colour. Decorative: the words beside them carry the meaning. */

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

interface IconProps {
  size?: number;
}

export const MenuIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4 8h16M4 16h16" />
  </Icon>
);

export const MoreIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M6 12h.01M12 12h.01M18 12h.01" strokeWidth="3" />
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

export const PauseIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M8.5 5.5v13M15.5 5.5v13" strokeWidth="3" />
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

export const NotesIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <ellipse cx="7.5" cy="17.5" rx="2.8" ry="2.2" fill="currentColor" />
    <ellipse cx="16.5" cy="15.5" rx="2.8" ry="2.2" fill="currentColor" />
    <path d="M10.3 17V6l9-2v11" />
  </Icon>
);

export const CameraIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="3.5" y="6.5" width="12" height="11" rx="2.5" />
    <path d="m15.5 11 5-3v8l-5-3" />
  </Icon>
);

export const TurnIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M5 10.5a7.2 7.2 0 0 1 12.6-2.8M19 13.5a7.2 7.2 0 0 1-12.6 2.8M18 4v4h-4M6 20v-4h4" />
  </Icon>
);

export const ShareIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M12 14.5V4m0 0L8 8m4-4 4 4M7 11.5H6a1.8 1.8 0 0 0-1.8 1.8v5A1.8 1.8 0 0 0 6 20h12a1.8 1.8 0 0 0 1.8-1.7v-5a1.8 1.8 0 0 0-1.8-1.8h-1" />
  </Icon>
);

export const CheckIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="m5.5 12.5 4.2 4.2 8.8-9.4" />
  </Icon>
);

export const CopyIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="8.5" y="8.5" width="11" height="11" rx="2.5" />
    <path d="M15.5 8.5V7A2.5 2.5 0 0 0 13 4.5H7A2.5 2.5 0 0 0 4.5 7v6A2.5 2.5 0 0 0 7 15.5h1.5" />
  </Icon>
);

export const DownloadIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M12 4.5V16m0 0 4.5-4.5M12 16l-4.5-4.5M4.5 17.5a2.5 2.5 0 0 0 2.5 2.5h10a2.5 2.5 0 0 0 2.5-2.5" />
  </Icon>
);
