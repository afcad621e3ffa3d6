import { Component, type ReactNode } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import { Text } from '#ui/layout/Box.tsx';
import { replayEarlyInput } from './first/early.ts';

interface Props {
  children: ReactNode;
}

interface State {
  failed: boolean;
}

/** Shown instead of a screen that failed to render. lazyScreen.tsx handles screens that failed to load. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(): void {
    replayEarlyInput();
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <section className="message" role="alert">
        <h1 className="heading">Application Error</h1>
        <Text tone="muted">Failed to load the application. Please try refreshing the page.</Text>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Refresh
        </Button>
      </section>
    );
  }
}
