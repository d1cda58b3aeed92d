import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';

type Props = { title?: string; children: ReactNode };
type State = { error: unknown; broken: boolean };

/** Contains a failure in one component: shows the failure and a way to retry. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, broken: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, broken: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <ErrorState
        title={this.props.title ?? 'This section could not be displayed'}
        error={this.state.error}
        onRetry={() => this.setState({ error: undefined, broken: false })}
      />
    );
  }
}
