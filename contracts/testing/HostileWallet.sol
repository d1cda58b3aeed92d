// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title A wallet that answers the receipt of shares as tests ask it to. Never deployed outside of tests.
contract HostileWallet {
    enum Mood {
        Accept,
        AnswerWrong,
        Revert,
        BurnGas,
        LongReason,
        Hungry,
        Reenter
    }

    Mood public mood;
    address public target;
    bytes public data;
    /// Whether the call back was made, and whether it succeeded.
    bool public called;
    bool public succeeded;

    function prepare(Mood mood_, address target_, bytes calldata data_) external {
        (mood, target, data, called, succeeded) = (mood_, target_, data_, false, false);
    }

    function execute(address to, bytes calldata data_) external {
        (bool done, ) = to.call(data_);
        require(done, "the call failed");
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external returns (bytes4) {
        if (mood == Mood.AnswerWrong) return 0xffffffff;
        if (mood == Mood.Revert) revert("no shares, please");
        if (mood == Mood.BurnGas) while (true) {}
        if (mood == Mood.LongReason)
            assembly {
                revert(0, 100000)
            }
        if (mood == Mood.Hungry) {
            uint256 start = gasleft();
            while (start - gasleft() < 120_000) {}
        }
        if (mood == Mood.Reenter) {
            called = true;
            (succeeded, ) = target.call(data);
        }
        return this.onERC1155Received.selector;
    }
}
