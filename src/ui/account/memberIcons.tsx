import { Icon } from '../controls/icons.tsx';

/* The icons of the members' screens, apart from icons.tsx so that the first visit does not load them. */

interface IconProps {
  size?: number;
}

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

export const CameraIcon = ({ size }: IconProps) => (
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

export const CheckIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
);

export const BinIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4.5 7h15M9.5 7V4.8h5V7M6.5 7l.8 12.2h9.4L17.5 7M10.2 10.5v5.5M13.8 10.5v5.5" />
  </Icon>
);
