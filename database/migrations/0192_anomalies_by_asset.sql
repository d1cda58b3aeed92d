-- For the anomalies of a participant's own assets.
create index event_marks_anomalous_asset on event_marks (asset_id, block_index) where anomalies <> '{}' and corrected_by is null;
