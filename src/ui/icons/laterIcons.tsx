import { Icon, type IconProps } from './icons.tsx';

/* Icons of later screens, in their own file so that the first visit does not load them. */

export const EyeIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M2.8 12S6 5.8 12 5.8 21.2 12 21.2 12 18 18.2 12 18.2 2.8 12 2.8 12z" />
    <circle cx="12" cy="12" r="2.8" />
  </Icon>
);

export const EyeOffIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M5.2 8.2A15.4 15.4 0 0 0 2.8 12S6 18.2 12 18.2c1.5 0 2.8-.4 4-1M9.9 6a8.6 8.6 0 0 1 2.1-.2c6 0 9.2 6.2 9.2 6.2a16 16 0 0 1-2.3 3.2M4 4l16 16M10 10.1a2.8 2.8 0 0 0 3.9 3.9" />
  </Icon>
);

export const PhotoIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4.5 8h3l1.6-2.5h5.8L16.5 8h3A1.5 1.5 0 0 1 21 9.5v8.5a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18V9.5A1.5 1.5 0 0 1 4.5 8z" />
    <circle cx="12" cy="13.3" r="3.3" />
  </Icon>
);

export const GridIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z" />
  </Icon>
);

export const ListIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M8.5 6.5h11M8.5 12h11M8.5 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01" />
  </Icon>
);

export const BinIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4.5 7h15M9.5 7V4.8h5V7M6.5 7l.8 12.2h9.4L17.5 7M10.2 10.5v5.5M13.8 10.5v5.5" />
  </Icon>
);

export const UndoIcon = () => (
  <Icon>
    <path d="M8.5 5 4 9.5 8.5 14M4.5 9.5h9a5.5 5.5 0 0 1 0 11H10" />
  </Icon>
);

export const RedoIcon = () => (
  <Icon>
    <path d="M15.5 5 20 9.5 15.5 14M19.5 9.5h-9a5.5 5.5 0 0 0 0 11H14" />
  </Icon>
);

export const MoreIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M6 12h.01M12 12h.01M18 12h.01" strokeWidth="3" />
  </Icon>
);

export const PauseIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M8.5 5.5v13M15.5 5.5v13" strokeWidth="3" />
  </Icon>
);

export const NotesIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <ellipse cx="7.5" cy="17.5" rx="2.8" ry="2.2" fill="currentColor" />
    <ellipse cx="16.5" cy="15.5" rx="2.8" ry="2.2" fill="currentColor" />
    <path d="M10.3 17V6l9-2v11" />
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

export const BottleIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M10 3.5h4V7h-4zM9 7h6M7.5 10.5h9A1.5 1.5 0 0 1 18 12v7a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 19v-7a1.5 1.5 0 0 1 1.5-1.5zM10 7v3.5M14 7v3.5M6 15h12" />
  </Icon>
);

export const SendIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4 11.5 20 4l-5.5 16-3.5-6.5zM11 13.5 20 4" />
  </Icon>
);

export const PlusIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);

export const OpenIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M3.5 18.5v-12h6l2 2.5h9v9.5zM3.5 12h17" />
  </Icon>
);
