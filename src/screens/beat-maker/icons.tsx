import type { ReactNode } from 'react';

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
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
